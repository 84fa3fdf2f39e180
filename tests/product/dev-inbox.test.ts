import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PhoneWorld, phoneWorld } from '../harness/phone-messages.ts'
import { until } from '../harness/until.ts'

let phones: PhoneWorld
beforeAll(async () => {
  phones = await phoneWorld({ whatsapp: ['console'], voice: ['console'] })
})
afterAll(() => phones[Symbol.asyncDispose]())

const inbox = async () => (await fetch(`${phones.world.url}/dev/messages`)).text()
/** Its id in the inbox, when it is there. */
const kept = (id: number) =>
  until('it is in the inbox', async () => {
    await phones.untilState(id, 'sent')
    return (await phones.row(id)).provider_id
  })
const press = async (id: number, action: string) =>
  fetch(`${phones.world.url}/dev/messages/${await kept(id)}`, {
    method: 'POST',
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  })

test('a call is shown with its spoken text and buttons, and with what became of it', async () => {
  const { id } = await phones.message('voice', { language: 'hi' })
  await kept(id)
  const page = await inbox()
  expect(page).toMatch(/<p lang="hi">[^<]*[\u0900-\u097f]/)
  for (const action of ['Answer', 'Press 1', 'Reject', 'No answer']) expect(page).toContain(`value="${action}"`)
  expect((await press(id, 'Press 1')).status).toBe(303)
  expect(await inbox()).toContain('confirmed')
})

test.each([
  ['voice', 'Answer', 'answered'],
  ['voice', 'Press 1', 'confirmed'],
  ['voice', 'Reject', 'busy'],
  ['voice', 'No answer', 'no_answer'],
  ['whatsapp', 'Deliver', 'delivered'],
  ['whatsapp', 'Read', 'read'],
] as const)('%s: %s makes it %s', async (channel, action, state) => {
  const { id } = await phones.message(channel)
  expect((await press(id, action)).status).toBe(303)
  expect((await phones.row(id)).state).toBe(state)
})

test('a number that is not on WhatsApp gets an SMS', async () => {
  const { id, to } = await phones.message('whatsapp')
  await press(id, 'Not on WhatsApp')
  await phones.untilTaken(to, 'sms')
})

test('a button of another channel, and a message that does not exist, are rejected', async () => {
  const { id } = await phones.message('whatsapp')
  expect((await press(id, 'Press 1')).status).toBe(404)
  const body = new URLSearchParams({ action: 'Read' })
  expect((await fetch(`${phones.world.url}/dev/messages/0`, { method: 'POST', body })).status).toBe(404)
})
