import { randomUUID } from 'node:crypto'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { notifyRelatives } from '@tvarit/shared/domain/call-centre/notify-relatives'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAlert, detailOf } from '../harness/alert-calls.ts'
import { assign, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { beginShift, ladderCalls } from '../harness/ladder.ts'
import { actingAs, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const { seconds, climb, notifiedAlert, messagesTo, waysTo, set, watch } = ladderCalls(world)
const night = ladderCalls(await fileWorld({ worker: false, settings: { NIGHT_HOURS: '0-24' } }))
let asha: Person
beforeEach(async () => ({ staff: asha } = await beginShift(world)))

const noteCall = (alert_id: number, person: string, outcome: string) =>
  call(world.url, `/api/qr/alerts/${alert_id}/calls/`, {
    body: { call_id: randomUUID(), person, outcome },
    access: asha.access,
  })
const ladderOf = async (id: number, phone: string) =>
  (await detailOf(world, asha, id)).people.find((person) => person.phone === phone)?.ladder?.state

describe('a relative', () => {
  test('without a receipt is called after one minute and two, once each, with many workers', async () => {
    const { id, phone } = await notifiedAlert()
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
    const { phone } = await notifiedAlert()
    await world.db.updateTable('messages').set({ language: 'hi' }).where('to_phone', '=', phone).execute()
    await seconds(61)
    await climb()
    const [, spoken] = await messagesTo(phone)
    expect(spoken).toMatchObject({ template: 'relative_alert_call', language: 'hi', recipient_name: 'Meena Kumar' })
    expect(Object.keys(spoken!.params as object).toSorted()).toEqual(['call_back', 'name', 'place', 'time'])
  })

  test.each(['delivered', 'read', 'confirmed'] as const)('whose message is %s is not called', async (state) => {
    const { id, phone } = await notifiedAlert()
    await set(phone, state)
    await seconds(61)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
    expect(await ladderOf(id, phone)).toBe('told')
  })

  test('who pressed the key of the first call gets no second one', async () => {
    const { id, phone } = await notifiedAlert()
    await seconds(61)
    await climb()
    await set(phone, 'confirmed', 'voice')
    await seconds(60)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms', 'voice'])
    expect(await ladderOf(id, phone)).toBe('told')
  })

  test('reached by an operator’s call counts as notified, a call in vain changes nothing', async () => {
    const { id, phone } = await notifiedAlert()
    await noteCall(id, `relative:${phone}`, 'NO_ANSWER')
    expect(await ladderOf(id, phone)).toBe('climbing')
    expect((await noteCall(id, `relative:${phone}`, 'REACHED')).status).toBe(201)
    await seconds(61)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
    expect(await ladderOf(id, phone)).toBe('told')
  })

  test.each(['opened the link', 'was reached by phone'] as const)(
    'who %s before the first message was written is notified and not called',
    async (how) => {
      const { id, subscriber } = await raisedAlert(world, { relatives: [newPhone()] })
      const phone = subscriber.relatives[0]!
      // The press is verified by phone, or the worker is late.
      await assign(world, asha, id, { outside_provider: '108' })
      if (how === 'opened the link') await set(phone, 'confirmed')
      else await noteCall(id, `relative:${phone}`, 'REACHED')
      await seconds(10)
      await notifyRelatives({ ctx: world.ctx(), input: { alert_id: id } })
      await seconds(61)
      await climb()
      expect(await waysTo(phone)).toEqual(['sms', 'sms'])
      expect(await ladderOf(id, phone)).toBe('told')
    },
  )

  test('is not called after the alert was closed, also by a call that waits to go out', async () => {
    const [before, after] = [await notifiedAlert(), await notifiedAlert()]
    await seconds(61)
    await climb()
    for (const { id } of [before, after]) expect((await closeAlert(world, asha, id, 'ATTENDED')).status).toBe(200)
    const [, waiting] = await messagesTo(before.phone)
    expect(waiting).toMatchObject({ channel: 'voice', state: 'cancelled' })
    await seconds(60)
    await climb()
    expect((await waysTo(after.phone)).filter((channel) => channel === 'voice')).toHaveLength(1)
    expect(await ladderOf(after.id, after.phone)).toBe('over')
  })

  test('is not called for a drill', async () => {
    const { id, phone } = await notifiedAlert()
    await world.db.updateTable('alerts').set({ drill: true }).where('id', '=', id).execute()
    await seconds(61)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
  })

  test('who was notified while the call waited to go out is not called', async () => {
    const { phone } = await notifiedAlert()
    await seconds(61)
    await climb()
    await set(phone, 'delivered')
    const [, waiting] = await messagesTo(phone)
    await sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id: waiting!.id } })
    expect((await messagesTo(phone))[1]).toMatchObject({ state: 'cancelled' })
  })

  test('by night is called also with a message that was delivered, until one is read or confirmed', async () => {
    const { phone } = await night.notifiedAlert()
    await night.set(phone, 'delivered')
    await night.seconds(61)
    await night.climb()
    expect(await night.waysTo(phone)).toEqual(['sms', 'voice'])
    await night.set(phone, 'confirmed', 'voice')
    await night.seconds(60)
    await night.climb()
    expect(await night.waysTo(phone)).toEqual(['sms', 'voice'])
  })

  test('nobody reached in three minutes stands on every console, until an operator has', async () => {
    const { id, phone } = await notifiedAlert()
    await claimAlert({ ctx: actingAs(world, asha), input: { id, take_over: false } })
    await seconds(175)
    expect((await watch(asha)).people).toEqual([])
    await seconds(6)
    expect((await watch(asha)).people).toEqual([{ alert_id: id, unreached: 1, driver_heard: false }])
    await noteCall(id, `relative:${phone}`, 'REACHED')
    expect((await watch(asha)).people).toEqual([])
  })
})

describe('WhatsApp', () => {
  const byWhatsApp = async () => {
    const phone = newPhone()
    await world.db
      .insertInto('contact_preferences')
      .values({ phone, token: randomUUID(), channel: 'whatsapp', language: 'hi' })
      .execute()
    return notifiedAlert({ relatives: [phone] })
  }

  test('goes to who chose it, in the chosen language', async () => {
    const { phone } = await byWhatsApp()
    expect(await messagesTo(phone)).toMatchObject([{ channel: 'whatsapp', language: 'hi' }])
  })

  test('that is not delivered in 30 s also goes by SMS once, and escalation continues', async () => {
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
