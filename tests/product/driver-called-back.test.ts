import { randomUUID } from 'node:crypto'
import type { MessageState } from '@tvarit/shared/contracts/messages'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { placeDueCalls } from '@tvarit/shared/domain/call-centre/place-due-calls'
import { beforeEach, expect, test } from 'vitest'
import { assign, callBack, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
let asha: Person
beforeEach(async () => {
  asha = await createPerson(world, 'staff', 'Asha')
})

const post = (path: string, body: object) => call(world.url, `/api/qr/alerts/${path}/`, { body, access: asha.access })
const messagesTo = (phone: string) =>
  world.db.selectFrom('messages').selectAll().where('to_phone', '=', phone).orderBy('id').execute()
const templatesTo = async (phone: string) => (await messagesTo(phone)).map(({ template }) => template)
const set = (phone: string, template: string, state: MessageState) =>
  world.db
    .updateTable('messages')
    .set({ state })
    .where('to_phone', '=', phone)
    .where('template', '=', template)
    .execute()

/** An ambulance that was sent, whose driver's SMS has come to this state. */
async function sent(state: MessageState) {
  const alert = await raisedAlert(world)
  const ambulance = await createAmbulance(world)
  const { body } = await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
  await set(ambulance.driver_phone, 'driver_dispatch', state)
  return { alert, ambulance, phone: ambulance.driver_phone, dispatch_id: body.id }
}

/** The row that calls a driver back, as a worker leaves it after sending. */
async function workedOff(phone: string) {
  const { id } = (await messagesTo(phone)).find(({ template }) => template === 'driver_called_back')!
  await sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id: id } })
  return (await messagesTo(phone)).find((message) => message.id === id)!
}

test.each(['sent', 'ringing', 'answered', 'confirmed'] as const)(
  'a driver whose SMS failed and whose call is %s is called back by SMS',
  async (state) => {
    const { alert, phone } = await sent('failed')
    await world.advanceTime(16_000)
    await placeDueCalls({ ctx: world.ctx() })
    await set(phone, 'driver_dispatch_call', state)
    await callBack(world, asha, alert.id)
    expect(await templatesTo(phone)).toEqual(['driver_dispatch', 'driver_dispatch_call', 'driver_called_back'])
  },
)

test('a driver whose SMS failed and whose step an operator noted is called back by SMS', async () => {
  const { alert, phone } = await sent('failed')
  expect((await post(`${alert.id}/dispatch/steps`, { step: 'EN_ROUTE' })).status).toBeLessThan(300)
  await callBack(world, asha, alert.id)
  expect(await templatesTo(phone)).toEqual(['driver_dispatch', 'driver_called_back'])
})

test('a driver whose SMS failed and whom an operator reached by phone is called back by SMS', async () => {
  const { alert, phone } = await sent('failed')
  const noted = { call_id: randomUUID(), person: `driver:${phone}`, outcome: 'REACHED' }
  expect((await post(`${alert.id}/calls`, noted)).status).toBe(201)
  await callBack(world, asha, alert.id)
  expect(await templatesTo(phone)).toEqual(['driver_dispatch', 'driver_called_back'])
})

test('a driver whom nothing reached is not called back', async () => {
  const { alert, phone } = await sent('failed')
  await world.advanceTime(16_000)
  await placeDueCalls({ ctx: world.ctx() })
  await set(phone, 'driver_dispatch_call', 'no_answer')
  await callBack(world, asha, alert.id)
  expect(await templatesTo(phone)).toEqual(['driver_dispatch', 'driver_dispatch_call'])
})

test('a waiting recall message is cancelled only when the same ambulance is sent again', async () => {
  const again = await sent('sent')
  const another = await sent('sent')
  for (const { alert } of [again, another]) await callBack(world, asha, alert.id)
  const order = await assign(world, asha, again.alert.id, { ambulance_id: again.ambulance.id })
  expect(order.status).toBe(201)
  await assign(world, asha, another.alert.id, { ambulance_id: (await createAmbulance(world)).id })
  expect(await workedOff(again.phone)).toMatchObject({
    state: 'cancelled',
    last_error: 'The ambulance was sent again first.',
  })
  expect(await workedOff(another.phone)).toMatchObject({ state: 'sent' })
})

test('the recall message names the dispatch’s alert, also after the ride moved on', async () => {
  const { alert, ambulance, phone, dispatch_id } = await sent('sent')
  const heir = await raisedAlert(world)
  await post(`${heir.id}/link`, { with_id: alert.id })
  expect((await post(`${heir.id}/dispatch/share`, { dispatch_id })).status).toBe(201)
  await callBack(world, asha, alert.id)
  await callBack(world, asha, heir.id)
  expect((await workedOff(phone)).params).toMatchObject({ alert_id: alert.id, vehicle: ambulance.vehicle_number })
})
