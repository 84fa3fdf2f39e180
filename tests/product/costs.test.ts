import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, createSubscriber, newPhone, type Person } from '../harness/people.ts'
import { type PhoneWorld, phoneWorld } from '../harness/phone-messages.ts'
import { press } from '../harness/press.ts'
import { EXAMPLES } from '../harness/sms.ts'
import { until } from '../harness/until.ts'
import type { Costs } from '@tvarit/shared/contracts/ops'
import type { NewMessage } from '@tvarit/shared/domain/messages/create-message'

let phones: PhoneWorld
let admin: Person
beforeAll(async () => {
  const prices = { twilio: { sms: 30, voice: 110.5, whatsapp: 12 }, exotel: { voice: 60 } }
  phones = await phoneWorld(
    { whatsapp: ['twilio'], voice: ['twilio'] },
    { settings: { MESSAGE_PRICES: JSON.stringify(prices), DLT_TEMPLATE_IDS: '', OTHER_MESSAGES_PER_DAY: '2' } },
  )
  admin = await createPerson(phones.world, 'admin')
})
afterAll(() => phones[Symbol.asyncDispose]())
const readCosts = async (days = 7) =>
  (await (await fetch(`${phones.world.url}/api/ops/costs/?days=${days}`, { headers: admin.headers })).json()) as Costs

test('parts and cost are noted when a provider accepts: GSM-7 by 160/153, others by 70/67', async () => {
  const sent = async (...args: Parameters<PhoneWorld['message']>) =>
    phones.untilState((await phones.message(...args)).id, 'sent')
  expect(await sent('sms')).toMatchObject({ parts: 1, cost_paise: 30 })
  const hindi = await sent('sms', { language: 'hi' })
  const text = phones.taken(hindi.to_phone!, 'sms')[0]!.text!
  expect(hindi.parts).toBe(Math.ceil(text.length / 67))
  expect(hindi.cost_paise).toBe(30 * hindi.parts!)
  expect(await sent('voice', { language: 'hi' })).toMatchObject({ parts: 1, cost_paise: 111 })
  expect(await sent('whatsapp', { language: 'hi' })).toMatchObject({ parts: 1, cost_paise: 12 })
})

test('the operations page has messages, parts, calls and cost by provider, day and template', async () => {
  await phones.world.db.deleteFrom('messages').execute()
  const sms = await phones.message('sms')
  const older = await phones.message('sms')
  const call = await phones.message('voice')
  for (const { id } of [sms, older, call]) await phones.untilState(id, 'sent')
  const days_ago = (days: number, id: number, more = {}) =>
    phones.world.db
      .updateTable('messages')
      .set({ created_at: new Date(Date.now() - days * 86_400_000), ...more })
      .where('id', '=', id)
      .execute()
  await days_ago(10, older.id, { cost_paise: null })

  const week = await readCosts(7)
  expect(week.all).toMatchObject({ messages: 1, calls: 1, parts: 1, cost_paise: 141, unpriced: 0 })
  expect(week.by_provider).toMatchObject([
    { name: 'twilio voice', calls: 1, messages: 0, cost_paise: 111 },
    { name: 'twilio', calls: 0, messages: 1, cost_paise: 30 },
  ])
  expect(week.by_template.map(({ name }) => name)).toEqual(['relative_alert_call', 'relative_alert'])
  expect(week.by_day).toHaveLength(1)
  const month = await readCosts(30)
  expect(month.all).toMatchObject({ messages: 2, calls: 1, cost_paise: 141, unpriced: 1 })
  expect(month.by_day.map(({ messages, calls }) => messages + calls)).toEqual([2, 1])
})

test('checks and reminders stop at OTHER_MESSAGES_PER_DAY, the messages of an alert never do', async () => {
  await phones.world.db.deleteFrom('messages').execute()
  const check = { template: 'contact_check', params: EXAMPLES.contact_check } as unknown as Partial<
    NewMessage<'relative_alert'>
  >
  for (const { id } of [await phones.message('sms', check), await phones.message('sms', check)])
    await phones.untilState(id, 'sent')
  const third = await phones.message('sms', check)
  await until('it waits', async () => (await phones.row(third.id)).last_error?.includes('limit'))
  expect(await phones.row(third.id)).toMatchObject({ state: 'pending', uncertain: false, attempts: 0 })
  expect(phones.taken(third.to, 'sms')).toEqual([])
  expect((await readCosts()).limits).toContainEqual({ setting: 'OTHER_MESSAGES_PER_DAY', used: 2, most: 2 })

  const { sticker, relatives } = await createSubscriber(phones.world, { relatives: [newPhone()] })
  await press(phones.world.url, sticker.token)
  await phones.untilTaken(relatives[0]!, 'sms')
  for (const channel of ['voice', 'whatsapp'] as const)
    await phones.untilState((await phones.message(channel)).id, 'sent')

  // Before the time moves: a worker that is quicker finds no message that has expired.
  await phones.world.db
    .updateTable('messages')
    .set({ expires_at: new Date(Date.now() + 26 * 3_600_000) })
    .where('id', '=', third.id)
    .execute()
  await phones.world.advanceTime(25 * 3_600_000)
  await phones.untilState(third.id, 'sent')
})
