import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import { callStaff } from '@tvarit/shared/domain/emergency/call-centre/call-staff'
import { climbLadder } from '@tvarit/shared/domain/emergency/call-centre/climb-ladder'
import { notifyRelatives } from '@tvarit/shared/domain/emergency/call-centre/notify-relatives'
import { readWatch } from '@tvarit/shared/domain/emergency/consoles/read-watch'
import { updateAlert } from '@tvarit/shared/domain/emergency/call-centre/update-alert'
import type { MessageState } from '@tvarit/shared/contracts/messages'
import { ladder } from '@tvarit/worker/tasks/ladder'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'
import { createDatabase, createPool } from '@tvarit/shared/platform/database'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
const night = await fileWorld({ worker: false, settings: { NIGHT_HOURS: '0-24' } })
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
const noteCall = (alert_id: number, person: string, outcome: string) =>
  call(world.url, `/api/qr/alerts/${alert_id}/calls/`, {
    body: { call_id: randomUUID(), person, outcome },
    access: asha.access,
  })
const page = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })).body as unknown as AlertDetail
const ladderOf = async (id: number, phone: string) =>
  (await page(id)).people.find((person) => person.phone === phone)?.ladder?.state
const watch = () => readWatch({ ctx: as(asha) })

describe('a relative', () => {
  test('without a receipt is called after a minute and after two, once each, however many workers look', async () => {
    const { id, phone } = await toldAlert()
    await seconds(55)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
    await seconds(6)
    await climb()
    await climb()
    expect(await waysTo(phone)).toEqual(['sms', 'voice'])
    await seconds(60)
    await climb()
    await climb()
    expect(await waysTo(phone)).toEqual(['sms', 'voice', 'voice'])
    expect(await ladderOf(id, phone)).toBe('climbing')
    await seconds(600)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms', 'voice', 'voice'])
  })

  test('hears who it is about, where and when, in the language of the message, and no link', async () => {
    const { phone } = await toldAlert()
    await world.db.updateTable('messages').set({ language: 'hi' }).where('to_phone', '=', phone).execute()
    await seconds(61)
    await climb()
    const [, spoken] = await messagesTo(phone)
    expect(spoken).toMatchObject({ template: 'relative_alert_call', language: 'hi', recipient_name: 'Meena Kumar' })
    expect(Object.keys(spoken!.params as object).toSorted()).toEqual(['call_back', 'name', 'place', 'time'])
  })

  test.each(['delivered', 'read', 'confirmed'] as const)('whose message is %s is not called', async (state) => {
    const { id, phone } = await toldAlert()
    await set(phone, state)
    await seconds(61)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
    expect(await ladderOf(id, phone)).toBe('told')
  })

  test('who pressed the key of the first call gets no second one', async () => {
    const { id, phone } = await toldAlert()
    await seconds(61)
    await climb()
    await set(phone, 'confirmed', 'voice')
    await seconds(60)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms', 'voice'])
    expect(await ladderOf(id, phone)).toBe('told')
  })

  test('whom an operator reached by phone is told; a call in vain changes nothing', async () => {
    const { id, phone } = await toldAlert()
    await noteCall(id, `relative:${phone}`, 'NO_ANSWER')
    expect(await ladderOf(id, phone)).toBe('climbing')
    expect((await noteCall(id, `relative:${phone}`, 'REACHED')).status).toBe(201)
    await seconds(61)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
    expect(await ladderOf(id, phone)).toBe('told')
  })

  test('is not called after the alert was closed: neither by a new call nor by one that waits to go out', async () => {
    const [before, after] = [await toldAlert(), await toldAlert()]
    await seconds(61)
    await climb()
    for (const { id } of [before, after])
      await updateAlert({ ctx: as(asha), input: { id, status: 'ATTENDED', description: 'Safe.' } })
    const [, waiting] = await messagesTo(before.phone)
    expect(waiting).toMatchObject({ channel: 'voice', state: 'cancelled' })
    await seconds(60)
    await climb()
    expect((await waysTo(after.phone)).filter((channel) => channel === 'voice')).toHaveLength(1)
    expect(await ladderOf(after.id, after.phone)).toBe('over')
  })

  test('is not called for a drill', async () => {
    const { id, phone } = await toldAlert()
    await world.db.updateTable('alerts').set({ drill: true }).where('id', '=', id).execute()
    await seconds(61)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
  })

  test('who was told while the call waited to go out is not called', async () => {
    const { phone } = await toldAlert()
    await seconds(61)
    await climb()
    await set(phone, 'delivered')
    const [, waiting] = await messagesTo(phone)
    await sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id: waiting!.id } })
    expect((await messagesTo(phone))[1]).toMatchObject({ state: 'cancelled' })
  })

  test('by night is called also with a message that was delivered, until one is read or confirmed', async () => {
    const { phone } = await toldAlert(night)
    await set(phone, 'delivered', 'sms', night)
    await seconds(61, night)
    await climb(night)
    expect(await waysTo(phone, night)).toEqual(['sms', 'voice'])
    await set(phone, 'confirmed', 'voice', night)
    await seconds(60, night)
    await climb(night)
    expect(await waysTo(phone, night)).toEqual(['sms', 'voice'])
  })

  test('nobody reached in three minutes stands on every console, until an operator has', async () => {
    const { id, phone } = await toldAlert()
    await claimAlert({ ctx: as(asha), input: { id, take_over: false } })
    await seconds(175)
    expect((await watch()).people).toEqual([])
    await seconds(6)
    expect((await watch()).people).toEqual([{ alert_id: id, unreached: 1, driver_heard: false }])
    await noteCall(id, `relative:${phone}`, 'REACHED')
    expect((await watch()).people).toEqual([])
  })
})

describe('WhatsApp', () => {
  const byWhatsApp = async () => {
    const phone = newPhone()
    await world.db
      .insertInto('contact_preferences')
      .values({ phone, token: randomUUID(), channel: 'whatsapp', language: 'hi' })
      .execute()
    return toldAlert(world, { relatives: [phone] })
  }

  test('goes to who chose it, in the chosen language', async () => {
    const { phone } = await byWhatsApp()
    expect(await messagesTo(phone)).toMatchObject([{ channel: 'whatsapp', language: 'hi' }])
  })

  test('that is not delivered in 30 s goes by SMS too, once, and the ladder goes on from the first message', async () => {
    const { phone } = await byWhatsApp()
    await set(phone, 'sent', 'whatsapp')
    await seconds(25)
    await climb()
    expect(await waysTo(phone)).toEqual(['whatsapp'])
    await seconds(6)
    await climb()
    await climb()
    expect(await messagesTo(phone)).toMatchObject([
      { channel: 'whatsapp' },
      { channel: 'sms', language: 'hi', template: 'relative_alert' },
    ])
    await seconds(30)
    await climb()
    expect(await waysTo(phone)).toEqual(['whatsapp', 'sms', 'voice'])
  })

  test('that was delivered needs no SMS', async () => {
    const { phone } = await byWhatsApp()
    await set(phone, 'delivered', 'whatsapp')
    await seconds(35)
    await climb()
    expect(await waysTo(phone)).toEqual(['whatsapp'])
  })
})

describe('a driver', () => {
  const sent = async () => {
    const alert = await raisedAlert(world)
    const ambulance = await createAmbulance(world)
    await world.db.updateTable('ambulances').set({ driver_language: 'ta' }).where('id', '=', ambulance.id).execute()
    const { body } = await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
    return { alert, dispatch_id: Number(body.id), phone: ambulance.driver_phone }
  }
  const dispatchOf = async (id: number) => (await page(id)).dispatches[0]!

  test('who takes no step is called once after 15 s, also with a delivered SMS, in the driver’s language', async () => {
    const { phone } = await sent()
    await set(phone, 'delivered')
    await seconds(12)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
    await seconds(4)
    await climb()
    await seconds(120)
    await climb()
    const [sms, spoken, ...more] = await messagesTo(phone)
    expect([sms!.language, more]).toEqual(['ta', []])
    expect(spoken).toMatchObject({ channel: 'voice', template: 'driver_dispatch_call', language: 'ta' })
    expect(JSON.stringify(spoken!.params)).not.toContain('/d/')
  })

  test('who takes no step is called also when the alert was attended meanwhile, and the call goes out', async () => {
    const { alert, phone } = await sent()
    await updateAlert({ ctx: as(asha), input: { id: alert.id, status: 'ATTENDED', description: 'Help comes.' } })
    await seconds(16)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms', 'voice'])
    const [, spoken] = await messagesTo(phone)
    await sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id: spoken!.id } })
    expect((await messagesTo(phone))[1]).toMatchObject({ state: 'sent', last_error: null })
  })

  test('who took a step, or was called back, is not called', async () => {
    const [accepted, back] = [await sent(), await sent()]
    await call(world.url, `/api/qr/alerts/${accepted.alert.id}/dispatch/steps/`, {
      body: { step: 'ACCEPTED' },
      access: asha.access,
    })
    await call(world.url, `/api/qr/alerts/${back.alert.id}/dispatch/cancel/`, {
      body: { reason: 'Nearer one found' },
      access: asha.access,
    })
    await seconds(16)
    await climb()
    for (const { phone } of [accepted, back]) expect(await waysTo(phone)).not.toContain('voice')
  })

  test('not reached in 45 s is shown so; one who pressed the key knows, and has not answered', async () => {
    const { alert, phone } = await sent()
    await seconds(16)
    await climb()
    await seconds(25)
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: false })
    await seconds(5)
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: true, driver_heard: false })
    await set(phone, 'confirmed', 'voice')
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: true, driver_heard: true })
    expect((await watch()).people).toMatchObject([{ alert_id: alert.id, driver_heard: true }])
  })
})

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
