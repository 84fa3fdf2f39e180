import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { recallCalls } from '@tvarit/shared/domain/delivery/recall-calls'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { placeDueCalls } from '@tvarit/shared/domain/call-centre/place-due-calls'
import { expect, test } from 'vitest'
import { closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { phoneWorld } from '../harness/phone-messages.ts'

/** An ambulance that two alerts of one accident share, and the call to its driver who has not answered. */
async function sharedRide() {
  const phones = await phoneWorld({ voice: ['twilio'] }, { worker: false })
  const { world } = phones
  const asha = await createPerson(world, 'staff', 'Asha')
  const [first, second] = [await raisedAlert(world), await raisedAlert(world)]
  const ambulance = await createAmbulance(world)
  const { body } = await assign(world, asha, first.id, { ambulance_id: ambulance.id })
  const post = (path: string, input: object) =>
    call(world.url, `/api/qr/alerts/${second.id}/${path}/`, { body: input, access: asha.access })
  expect((await post('link', { with_id: first.id })).status).toBe(200)
  expect((await post('dispatch/share', { dispatch_id: body.id })).status).toBe(201)
  await world.advanceTime(16_000)
  await placeDueCalls({ ctx: world.ctx() })
  const spoken = await world.db
    .selectFrom('messages')
    .select('id')
    .where('template', '=', 'driver_dispatch_call')
    .executeTakeFirstOrThrow()
  return {
    ...phones,
    ambulance,
    asha,
    alerts: [first, second] as const,
    spoken: () => phones.row(spoken.id),
    send: () =>
      sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id: spoken.id } }),
    recall: () => recallCalls({ ctx: world.ctx() }),
  }
}

test('a driver’s phone rings on when the first alert is rejected and another needs the ride', async () => {
  await using ride = await sharedRide()
  const { world, asha, alerts, carrier, spoken } = ride
  await ride.send()
  const placed = await ride.untilTaken(ride.ambulance.driver_phone, 'voice')
  expect(await carrier.sendReceipt(placed, { statuses: ['ringing'] })).toEqual([200])
  await closeAlert(world, asha, alerts[0].id, 'REJECTED')
  await ride.recall()
  // The second alert's page shows what its driver was sent.
  expect(await spoken()).toMatchObject({ state: 'ringing', alert_id: alerts[1].id })
  await closeAlert(world, asha, alerts[1].id, 'REJECTED')
  expect(await ride.recall()).toBe(1)
  expect(await spoken()).toMatchObject({ state: 'cancelled' })
})

test.each(['ATTENDED', 'REJECTED'] as const)(
  'a waiting call to a driver goes out when the first alert is %s and another needs it',
  async (status) => {
    await using ride = await sharedRide()
    await closeAlert(ride.world, ride.asha, ride.alerts[0].id, status)
    await ride.send()
    expect(await ride.spoken()).toMatchObject({ state: 'sent', last_error: null })
  },
)
