import { randomUUID } from 'node:crypto'
import { runRetention } from '@tvarit/shared/domain/operations/retention/run-retention'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assign, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { handedOver, open } from '../harness/handovers.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { DAY, dayPasses } from '../harness/retention.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

test('message texts, places and called people are erased after 180 days, events stay', async () => {
  const subscriber = await createSubscriber(world)
  const { id } = await press(world.url, subscriber.sticker.token, {
    latitude: 12.97,
    longitude: 77.59,
    first_respondent_phone: '9812312312',
    landmark: 'Old well',
  })
  const staff = await createPerson(world, 'staff', 'Divya')
  await call(world.url, `/api/qr/alerts/${id}/calls/`, {
    access: staff.access,
    body: {
      call_id: randomUUID(),
      person: `relative:${subscriber.relatives[0]}`,
      outcome: 'REACHED',
      note: 'Wife of Ravi',
    },
  })
  const message = await world.db
    .insertInto('messages')
    .values({
      to_phone: newPhone(),
      template: 'relative_alert',
      params: JSON.stringify({ name: 'Ravi' }),
      recipient_name: 'Meena',
      alert_id: id,
      dedupe_key: `k:${subscriber.relatives[0]}`,
      state: 'delivered',
      expires_at: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    access: staff.access,
    body: { status: 'ATTENDED', description: 'Safe with wife.' },
  })
  const look = async () => ({
    alert: await world.db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    report: await world.db.selectFrom('alert_reports').selectAll().where('alert_id', '=', id).executeTakeFirstOrThrow(),
    message: await world.db.selectFrom('messages').selectAll().where('id', '=', message.id).executeTakeFirstOrThrow(),
    events: JSON.stringify(await world.db.selectFrom('alert_events').selectAll().where('alert_id', '=', id).execute()),
  })
  await dayPasses(world, 179)
  const before = await look()
  expect(before.alert).toMatchObject({ landmark: 'Old well', latitude: 12.97, description: 'Safe with wife.' })
  expect(before.message.recipient_name).toBe('Meena')
  expect(before.events).toContain('Wife of Ravi')
  await dayPasses(world, 1)
  const after = await look()
  expect(after.alert).toMatchObject({
    status: 'ATTENDED',
    latitude: null,
    landmark: null,
    first_respondent_phone: null,
    description: null,
  })
  expect(after.report).toMatchObject({ latitude: null, ip_hash: null, first_respondent_phone: null })
  expect(after.message).toMatchObject({ state: 'delivered', to_phone: 'erased', params: null, recipient_name: null })
  expect(JSON.stringify(after)).not.toMatch(/Wife|wife|Meena|9812312312|Old well/)
  expect(JSON.parse(after.events)).toHaveLength(JSON.parse(before.events).length)
  expect(Object.values(await dayPasses(world, 1)).reduce((sum, n) => sum + n, 0)).toBe(0)
})

test('an alert that is still open keeps its place however old it is', async () => {
  const { sticker } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token, { latitude: 12.97, longitude: 77.59 })
  await dayPasses(world, 200)
  const row = await world.db.selectFrom('alerts').select('latitude').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.latitude).toBe(12.97)
})

test('the note of an outside provider, who never reports an end, is gone after 180 days, too', async () => {
  const staff = await createPerson(world, 'staff')
  const { id } = await raisedAlert(world)
  await assign(world, staff, id, { outside_provider: '108', note: 'Said: ask for Meena' })
  const note = async () =>
    (await world.db.selectFrom('dispatches').select('note').where('alert_id', '=', id).executeTakeFirstOrThrow()).note
  await dayPasses(world, 179)
  expect(await note()).toBe('Said: ask for Meena')
  await dayPasses(world, 1)
  expect(await note()).toBeNull()
})

test('the address of a hospital and who opened a link is gone 180 days after the link has died', async () => {
  const own = await createWorld()
  const staff = await createPerson(own, 'staff')
  const { token, hospital } = await handedOver(own, staff)
  await open(own, token)
  await own.worker!.stop()
  own.worker = null
  await own.advanceTime(180 * DAY)
  await runRetention({ ctx: own.ctx() })
  expect((await own.db.selectFrom('handovers').select('sent_to').execute())[0]!.sent_to).toBe(hospital.phone)
  await own.advanceTime(DAY)
  await runRetention({ ctx: own.ctx() })
  expect((await own.db.selectFrom('handovers').select('sent_to').execute())[0]!.sent_to).toBe('erased')
  expect((await own.db.selectFrom('handover_views').select('ip').execute())[0]!.ip).toBeNull()
  await own.stop()
})
