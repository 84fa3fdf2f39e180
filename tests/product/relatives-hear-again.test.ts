import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { expect, test } from 'vitest'
import { closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { ladderCalls } from '../harness/ladder.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const { seconds, climb, notifiedAlert, messagesTo, set } = ladderCalls(world)
const asha = await createPerson(world, 'staff', 'Asha')

const attend = async (id: number) => expect((await closeAlert(world, asha, id, 'ATTENDED')).status).toBe(200)
const endings = async (phone: string) =>
  (await messagesTo(phone)).filter(({ template }) => template === 'relative_attended')
const send = (message_id: number) =>
  sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id } })

/** An attended alert that the decline of its driver has opened again; its relative was notified and heard the end. */
async function openAgain() {
  const alert = await notifiedAlert()
  await set(alert.phone, 'sent')
  const { id: ambulance_id } = await createAmbulance(world)
  await assign(world, asha, alert.id, { ambulance_id })
  await attend(alert.id)
  const path = `/api/qr/alerts/${alert.id}/dispatch/steps/`
  expect((await call(world.url, path, { body: { step: 'DECLINED' }, access: asha.access })).status).toBe(200)
  return alert
}

test('a relative whose first message the closing cancelled gets it when the alert is open again', async () => {
  const alert = await notifiedAlert()
  const { id: ambulance_id } = await createAmbulance(world)
  await assign(world, asha, alert.id, { ambulance_id })
  await attend(alert.id)
  const first = async () => (await messagesTo(alert.phone)).find(({ template }) => template === 'relative_alert')!
  expect(await first()).toMatchObject({ state: 'cancelled' })
  const path = `/api/qr/alerts/${alert.id}/dispatch/steps/`
  await call(world.url, path, { body: { step: 'DECLINED' }, access: asha.access })
  await send((await first()).id)
  expect(await first()).toMatchObject({ state: 'sent', last_error: null })
})

test('when an alert that was opened again is attended, its relatives hear the end again', async () => {
  const { id, phone } = await openAgain()
  expect(await endings(phone)).toHaveLength(1)
  await attend(id)
  expect(await endings(phone)).toHaveLength(2)
})

test('the end is not sent while the alert is open again, but when it is attended once more', async () => {
  const { id, phone } = await openAgain()
  const [early] = await endings(phone)
  await send(early!.id)
  expect((await endings(phone))[0]).toMatchObject({ state: 'cancelled', last_error: 'The alert was opened again.' })
  await attend(id)
  const [, late] = await endings(phone)
  await send(late!.id)
  expect((await endings(phone))[1]).toMatchObject({ state: 'sent', last_error: null })
})

test('a relative who was notified only by the call hears the end by SMS, once', async () => {
  const { id, phone } = await notifiedAlert()
  await set(phone, 'failed')
  await seconds(61)
  await climb()
  await world.db.updateTable('messages').set({ language: 'hi' }).where('to_phone', '=', phone).execute()
  await set(phone, 'confirmed', 'voice')
  await attend(id)
  expect(await endings(phone)).toMatchObject([{ channel: 'sms', language: 'hi' }])
})

test.each([
  ['that may have gone out', true, 1],
  ['that did not go out', false, 0],
] as const)('a relative of a failed SMS %s hears of the end: %s', async (_what, uncertain, count) => {
  const { id, phone } = await notifiedAlert()
  await set(phone, 'failed')
  await world.db.updateTable('messages').set({ uncertain }).where('to_phone', '=', phone).execute()
  await attend(id)
  expect(await endings(phone)).toHaveLength(count)
})
