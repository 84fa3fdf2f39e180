import { expect, test } from 'vitest'
import { detailOf } from '../harness/alert-calls.ts'
import {
  assign,
  createAmbulance,
  driverToken,
  lastDispatchText,
  raisedAlert,
  sentAmbulance,
  smsTo,
  step,
} from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSticker, newPhone, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(world, 'staff', 'Vikram')

test('the plan of a drive that is noted pays for nothing when it is used up', async () => {
  const { id, subscriber } = await raisedAlert(world)
  await world.db
    .updateTable('subscriptions')
    .set({ ride_used_at: new Date() })
    .where('user_id', '=', subscriber.id)
    .execute()
  const sent = await assign(world, asha, id, { ambulance_id: (await createAmbulance(world)).id })
  expect(sent).toMatchObject({ status: 201, body: { inside_plan: false } })
})

test('sending takes an alert nobody has, and leaves one that a colleague has', async () => {
  const [free, taken] = [await raisedAlert(world), await raisedAlert(world)]
  await call(world.url, `/api/qr/alerts/${taken.id}/claim/`, { body: {}, access: vikram.access })
  for (const { id } of [free, taken]) {
    expect((await assign(world, asha, id, { ambulance_id: (await createAmbulance(world)).id })).status).toBe(201)
  }
  expect(await detailOf(world, asha, free.id)).toMatchObject({ claimed_by: { name: 'Asha Rao' } })
  expect(await detailOf(world, asha, taken.id)).toMatchObject({ claimed_by: { name: 'Vikram Rao' } })
  expect(await lastDispatchText(world, asha, free.id)).toMatch(/^Asha Rao claimed the alert and sent KA01AB\d{4}\.$/)
  expect(await lastDispatchText(world, asha, taken.id)).toMatch(/^Asha Rao sent KA01AB\d{4}\.$/)
})

test('sending an alert that waits for a check by phone tells its relatives, as taking it does', async () => {
  const { id, subscriber } = await raisedAlert(world, { relatives: [newPhone()] })
  const quiet = await raisedAlert(world, { relatives: [newPhone()] })
  const notified = async () =>
    (await smsTo(world, quiet.subscriber.relatives[0]!)).some((text) => text.startsWith('EMERGENCY'))
  await until('the relative is notified, as of any alert', notified)
  await world.empty('dev_messages')
  await world.db
    .updateTable('alerts')
    .set({ verify_by_phone: true, relatives_told_at: null })
    .where('id', '=', quiet.id)
    .execute()
  await world.db.deleteFrom('messages').where('alert_id', '=', quiet.id).execute()
  await world.db.deleteFrom('outbox').where('job_id', '=', `tell-relatives-${quiet.id}`).execute()
  await assign(world, asha, quiet.id, { ambulance_id: (await createAmbulance(world)).id })
  await until('the relative is notified of the emergency', notified)
  expect([id, subscriber.relatives.length]).toEqual([id, 1])
})

test('the card, the page and the live consoles show the ambulance until it is done', async () => {
  const screen = openScreen(world.url, vikram.access)
  try {
    await isLive(screen)
    const { alert, ambulance, token } = await sentAmbulance(world, asha)
    const summary = { vehicle_number: ambulance.vehicle_number, outside_provider: null, eta_minutes: 3 }
    await until('the screen shows it', () => screen.latest(alert.id)?.dispatch)
    expect(screen.latest(alert.id)!.dispatch).toMatchObject({ ...summary, state: 'ASSIGNED' })
    expect(screen.events.at(-1)).toMatchObject({ type: 'alert' })
    await step(world, token, 'EN_ROUTE')
    await until('the screen follows', () => screen.latest(alert.id)?.dispatch?.state === 'EN_ROUTE')
    expect(await detailOf(world, asha, alert.id)).toMatchObject({
      dispatch: { ...summary, state: 'EN_ROUTE' },
      dispatches: [
        {
          ...summary,
          state: 'EN_ROUTE',
          driver_name: 'Imran Khan',
          distance_km: 1,
          inside_plan: true,
          unanswered: false,
        },
      ],
    })
    await step(world, token, 'DONE')
    await until('it is gone from the card', () => screen.latest(alert.id)?.dispatch === null)
    expect(await detailOf(world, asha, alert.id)).toMatchObject({ dispatch: null, dispatches: [{ state: 'DONE' }] })
  } finally {
    await screen.close()
  }
})

test('the same order again from the same person changes nothing and sends no second SMS', async () => {
  const { alert, ambulance, dispatch } = await sentAmbulance(world, asha)
  const before = await detailOf(world, asha, alert.id)
  const again = await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
  expect(again).toMatchObject({ status: 201, body: { id: dispatch.id } })
  expect((await detailOf(world, asha, alert.id)).dispatches).toEqual(before.dispatches)
  expect(await smsTo(world, ambulance.driver_phone)).toHaveLength(1)
})

test('a driver silent for a minute shows as unanswered, an outside provider never does', async () => {
  const own = await createWorld({ worker: false })
  try {
    const person = await createPerson(own, 'staff')
    const [waiting, outside] = [await raisedAlert(own), await raisedAlert(own)]
    await assign(own, person, waiting.id, { ambulance_id: (await createAmbulance(own)).id })
    await assign(own, person, outside.id, { outside_provider: '108' })
    const unanswered = async (id: number) => {
      const { body } = await call(own.url, `/api/qr/alerts/${id}/dispatches/`, { access: person.access })
      return (body as unknown as { unanswered: boolean }[])[0]!.unanswered
    }
    await own.advanceTime(40_000)
    expect([await unanswered(waiting.id), await unanswered(outside.id)]).toEqual([false, false])
    await own.advanceTime(21_000)
    expect([await unanswered(waiting.id), await unanswered(outside.id)]).toEqual([true, false])
  } finally {
    await own.stop()
  }
})

test('an outside provider is noted with its note, sends no SMS and is moved on by the operator', async () => {
  const { id } = await raisedAlert(world)
  const answer = await assign(world, asha, id, { outside_provider: '108', note: 'Ticket 4711' })
  expect(answer).toMatchObject({
    status: 201,
    body: { outside_provider: '108', note: 'Ticket 4711', ambulance_id: null, eta_minutes: null, vehicle_number: null },
  })
  expect(await detailOf(world, asha, id)).toMatchObject({ dispatch: { outside_provider: '108', state: 'ASSIGNED' } })
  expect(await lastDispatchText(world, asha, id)).toBe('Asha Rao claimed the alert and sent 108.')
  const noted = await call(world.url, `/api/qr/alerts/${id}/dispatch/steps/`, {
    body: { step: 'AT_SCENE' },
    access: vikram.access,
  })
  expect(noted).toMatchObject({ status: 200, body: { state: 'AT_SCENE', accepted_at: null } })
  expect(await lastDispatchText(world, asha, id)).toBe('108: at the scene, noted by Vikram.')
})

test('an ambulance can be sent to an unregistered sticker, without name, plan or relatives', async () => {
  const { token: sticker } = await createSticker(world)
  const { id } = await press(world.url, sticker, { latitude: 12.97, longitude: 77.59 })
  const ambulance = await createAmbulance(world)
  expect(await assign(world, asha, id, { ambulance_id: ambulance.id })).toMatchObject({
    status: 201,
    body: { inside_plan: null, eta_minutes: 3 },
  })
  const token = await driverToken(world, ambulance)
  expect((await call(world.url, `/api/drive/${token}/`)).body).toMatchObject({ first_name: null })
  expect((await step(world, token, 'DONE')).status).toBe(200)
})

test('a subscriber sees that an ambulance comes to the own alert, but nothing of its driver', async () => {
  const { alert } = await sentAmbulance(world, asha)
  const detail = await detailOf(world, await signIn(world, alert.subscriber.id), alert.id)
  expect(detail).toMatchObject({ dispatch: { state: 'ASSIGNED' }, dispatches: [] })
})
