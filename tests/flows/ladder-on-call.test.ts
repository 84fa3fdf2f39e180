import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import { callStaff } from '@tvarit/shared/domain/emergency/call-centre/call-staff'
import { climbLadder } from '@tvarit/shared/domain/emergency/call-centre/climb-ladder'
import { notifyRelatives } from '@tvarit/shared/domain/emergency/call-centre/notify-relatives'
import type { MessageState } from '@tvarit/shared/contracts/messages'
import { ladder } from '@tvarit/worker/tasks/ladder'
import { beforeEach, describe, expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'
import { createDatabase, createPool } from '@tvarit/shared/platform/database'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
let asha: Person
let admin: Person
beforeEach(async () => {
  // Alerts of the test before wait no longer.
  await world.empty('alerts', 'messages', 'staff_calls', 'users')
  asha = await createPerson(world, 'staff', 'Asha')
  admin = await createPerson(world, 'admin', 'Meera')
})

const as = (person: Person) => ({ ...world.ctx(person.actor), actor: person.actor })
const seconds = (count: number, of = world) => of.advanceTime(count * 1000)

/** What several workers do at the same moment. */
const climb = (of = world) =>
  Promise.all(
    Array.from({ length: 4 }, async () => {
      await climbLadder({ ctx: of.ctx() })
      await fallBackLate({ ctx: of.ctx() })
    }),
  )

/** An alert whose relatives were sent their message just now. */
async function toldAlert(of = world, options: Parameters<typeof raisedAlert>[1] = {}) {
  const alert = await raisedAlert(of, { relatives: [newPhone()], ...options })
  await notifyRelatives({ ctx: of.ctx(), input: { alert_id: alert.id } })
  return { ...alert, phone: alert.subscriber.relatives[0]! }
}

const messagesTo = (phone: string, of = world) =>
  of.db.selectFrom('messages').selectAll().where('to_phone', '=', phone).orderBy('id').execute()
const waysTo = async (phone: string, of = world) => (await messagesTo(phone, of)).map(({ channel }) => channel)
const set = (phone: string, state: MessageState, channel: 'sms' | 'whatsapp' | 'voice' = 'sms', of = world) =>
  of.db
    .updateTable('messages')
    .set({ state, ...(state === 'confirmed' ? { confirmed_at: new Date() } : {}) })
    .where('to_phone', '=', phone)
    .where('channel', '=', channel)
    .execute()

describe('people on call', () => {
  const round = async (after: number) => {
    await seconds(after)
    await callStaff({ ctx: world.ctx() })
    await climb()
  }

  test('are called 20 s and 80 s after their SMS, while an alert still waits', async () => {
    await raisedAlert(world, { relatives: [] })
    await round(61)
    expect(await waysTo(admin.phone_number)).toEqual(['sms'])
    await round(21)
    await round(2)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice'])
    await round(60)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice', 'voice'])
    await round(21)
    expect(await waysTo(ON_CALL)).toEqual(['sms', 'voice'])
  })

  test('who pressed the key are not called again in this round', async () => {
    await raisedAlert(world, { relatives: [] })
    await round(61)
    await round(21)
    await set(admin.phone_number, 'confirmed', 'voice')
    await round(60)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice'])
  })

  test('are not called once the alert is claimed', async () => {
    const { id } = await raisedAlert(world, { relatives: [] })
    await round(61)
    await claimAlert({ ctx: as(asha), input: { id, take_over: false } })
    await round(21)
    expect(await waysTo(admin.phone_number)).toEqual(['sms'])
  })

  test('of a later round for the same number the earlier one ends: no two calls at once', async () => {
    await raisedAlert(world, { relatives: [] })
    await round(61)
    await round(21)
    // A second alert waits a minute now, and the first SMS is more than a minute old.
    await raisedAlert(world, { relatives: [] })
    await round(61)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice', 'sms'])
    await round(21)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice', 'sms', 'voice'])
  })
})

describe('a fault', () => {
  /** A message about whose ladder nothing is known any more, and its driver. */
  async function unknownCall() {
    const ambulance = await createAmbulance(world)
    await assign(world, asha, (await raisedAlert(world)).id, { ambulance_id: ambulance.id })
    await world.db
      .updateTable('messages')
      .set({ params: null, params_sealed: null })
      .where('to_phone', '=', ambulance.driver_phone)
      .execute()
    return ambulance.driver_phone
  }

  test('in one call does not stop the calls of others', async () => {
    const { phone } = await toldAlert()
    await seconds(45)
    const driver = await unknownCall()
    await seconds(16)
    await climb()
    expect([await waysTo(driver), await waysTo(phone)]).toEqual([['sms'], ['sms', 'voice']])
  })

  test('in the calls does not stop the SMS in place of WhatsApp, and is reported', async () => {
    const { phone } = await toldAlert()
    await world.db.updateTable('messages').set({ channel: 'whatsapp' }).where('to_phone', '=', phone).execute()
    await seconds(31)
    const ctx = { ...world.ctx(), config: { ...world.config, VOICE_PROVIDERS: null as never } }
    await expect(ladder.run({ ctx } as never)).rejects.toThrow()
    expect(await waysTo(phone)).toEqual(['whatsapp', 'sms'])
  })
})

test('the look every two seconds reads the messages of the last minutes, never all of them', async () => {
  const fresh = await createWorld({ server: false, worker: false })
  try {
    await fresh.pool.query(
      `insert into messages (channel, to_phone, template, params, dedupe_key, expires_at, created_at, state)
       select 'sms', '9000000000', 'relative_alert', '{}', 'plan-' || n, now(), now() - interval '1 day', 'sent'
       from generate_series(1, 20000) n`,
    )
    await fresh.pool.query('vacuum analyze messages, alerts, dispatches, staff_calls, alert_events')
    const read = async () => {
      const { rows } = await fresh.pool.query<{ scanned: number; probes: number }>(
        `select sum(seq_tup_read)::int as scanned, sum(idx_scan)::int as probes from pg_stat_user_tables
         where relname in ('messages', 'alerts', 'alert_events')`,
      )
      return rows[0]!
    }
    const before = await read()
    const own = createDatabase(
      createPool({ url: fresh.config.DATABASE_URL, max: 1, name: 'look', log: fresh.ctx().log }),
    )
    for (let look = 0; look < 10; look++) {
      await climbLadder({ ctx: { ...fresh.ctx(), db: own } })
      await fallBackLate({ ctx: { ...fresh.ctx(), db: own } })
    }
    // A backend has told what it read when it has ended.
    await own.destroy()
    await until('all has been counted', async () => (await read()).probes >= before.probes + 20)
    expect((await read()).scanned - before.scanned).toBe(0)
  } finally {
    await fresh.stop()
  }
})
