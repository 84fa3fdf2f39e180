import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeAlert, messagesOf } from '../harness/alert-calls.ts'
import { assign, raisedAlert, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

test('when an alert is closed its relatives hear that it is over, once', async () => {
  const { id, subscriber } = await raisedAlert(world, { nowhere: true })
  const inbox = () => smsTo(world, subscriber.relatives[0]!)
  await until('the relative was notified', async () => (await inbox()).length === 1)
  await closeAlert(world, asha, id, 'REJECTED')
  await until('the relative hears the end', async () => (await inbox()).length === 2)
  expect((await inbox())[1]).toMatch(/was closed: no ambulance needed/)
})

test('a relative who heard only of the ambulance also hears of the end', async () => {
  const { id, subscriber } = await raisedAlert(world, { nowhere: true })
  const phone = subscriber.relatives[0]!
  const messages = () =>
    world.db
      .selectFrom('messages')
      .select(['template', 'state'])
      .where('alert_id', '=', id)
      .where('to_phone', '=', phone)
  const sent = (template: string) =>
    until(`${template} is sent`, () =>
      messages().where('template', '=', template).where('state', '=', 'sent').executeTakeFirst(),
    )
  await sent('relative_alert')
  await world.db
    .updateTable('messages')
    .set({ state: 'failed' })
    .where('alert_id', '=', id)
    .where('template', '=', 'relative_alert')
    .execute()
  await assign(world, asha, id, { outside_provider: '108' })
  await sent('relative_dispatch_outside')
  await closeAlert(world, asha, id, 'ATTENDED')
  await sent('relative_attended')
})

test.each(['an operator reached', 'the phone rings of'] as const)(
  'a relative whose message failed and whom %s hears of the end too',
  async (how) => {
    const { id, subscriber } = await raisedAlert(world, { nowhere: true })
    const phone = subscriber.relatives[0]!
    const first = await until('the message is sent', async () =>
      (await messagesOf(world, id)).find(({ to_phone, state }) => to_phone === phone && state === 'sent'),
    )
    await world.db.updateTable('messages').set({ state: 'failed' }).where('id', '=', first.id).execute()
    if (how === 'an operator reached') {
      const body = { call_id: randomUUID(), person: `relative:${phone}`, outcome: 'REACHED' }
      const noted = await call(world.url, `/api/qr/alerts/${id}/calls/`, { body, access: asha.access })
      expect(noted.status).toBe(201)
    } else {
      await sql`insert into messages (channel, to_phone, template, params, dedupe_key, state, alert_id, expires_at)
        select 'voice', to_phone, 'relative_alert_call', params, dedupe_key || ':call:60', 'ringing', alert_id, expires_at
        from messages where id = ${first.id}`.execute(world.db)
    }
    await closeAlert(world, asha, id, 'ATTENDED')
    const ends = (await messagesOf(world, id)).filter(({ template }) => template === 'relative_attended')
    expect(ends.map(({ to_phone, channel }) => [to_phone, channel])).toContainEqual([phone, 'sms'])
  },
)

test('an alert that is closed before its relatives were notified sends them nothing', async () => {
  const quiet = await createWorld({ worker: false })
  try {
    const person = await createPerson(quiet, 'staff')
    const { id } = await raisedAlert(quiet, { nowhere: true })
    await closeAlert(quiet, person, id, 'ATTENDED')
    const { startWorker } = await import('@tvarit/worker/worker')
    const { createLog } = await import('@tvarit/shared/platform/log/log')
    const worker = startWorker(quiet.config, createLog('test', 'silent'))
    await until('the job has run', async () => {
      const rows = await quiet.db.selectFrom('outbox').select('published_at').execute()
      return rows.length > 0 && rows.every((row) => row.published_at !== null)
    })
    await worker.stop()
    expect(await quiet.db.selectFrom('messages').selectAll().execute()).toEqual([])
  } finally {
    await quiet.stop()
  }
})
