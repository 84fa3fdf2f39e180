import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { climbLadder } from '@tvarit/shared/domain/emergency/call-centre/climb-ladder'
import { notifyRelatives } from '@tvarit/shared/domain/emergency/call-centre/notify-relatives'
import type { MessageState } from '@tvarit/shared/contracts/messages'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
beforeEach(async () => {
  // Alerts of the test before wait no longer.
  await world.empty('alerts', 'messages', 'staff_calls', 'users')
  await createPerson(world, 'staff', 'Asha')
  await createPerson(world, 'admin', 'Meera')
})
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
