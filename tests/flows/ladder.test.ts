import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import { climbLadder } from '@tvarit/shared/domain/emergency/call-centre/climb-ladder'
import { notifyRelatives } from '@tvarit/shared/domain/emergency/call-centre/notify-relatives'
import { readWatch } from '@tvarit/shared/domain/emergency/consoles/read-watch'
import { updateAlert } from '@tvarit/shared/domain/emergency/call-centre/update-alert'
import type { MessageState } from '@tvarit/shared/contracts/messages'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
const night = await fileWorld({ worker: false, settings: { NIGHT_HOURS: '0-24' } })
let asha: Person
beforeEach(async () => {
  // Alerts of the test before wait no longer.
  await world.empty('alerts', 'messages', 'staff_calls', 'users')
  asha = await createPerson(world, 'staff', 'Asha')
  await createPerson(world, 'admin', 'Meera')
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
