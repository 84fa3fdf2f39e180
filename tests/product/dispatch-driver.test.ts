import type { DriverView } from '@tvarit/shared/contracts/dispatch'
import { expect, test } from 'vitest'
import { assign, createAmbulance, driverToken, north, sentAmbulance, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const read = (token: string) => call(world.url, `/api/drive/${token}/`)
const viewOf = async (token: string) => (await read(token)).body as unknown as DriverView
const position = (token: string, body: Record<string, unknown>) =>
  call(world.url, `/api/drive/${token}/position/`, { body })
const rowOf = (id: unknown) =>
  world.db.selectFrom('dispatches').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
const ambulanceOf = (id: number) =>
  world.db.selectFrom('ambulances').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = (alert: number) =>
  world.db
    .selectFrom('alert_events')
    .select('detail')
    .where('alert_id', '=', alert)
    .where('kind', '=', 'dispatch_state')
    .orderBy('seq')
    .execute()

test('the driver sees place, number and next steps, and nothing of health, home or family', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  const view = await viewOf(token)
  expect(view).toEqual({
    state: 'ASSIGNED',
    people: 1,
    alert_id: alert.id,
    vehicle_number: ambulance.vehicle_number,
    first_name: 'Ravi',
    latitude: 12.97,
    longitude: 77.59,
    accuracy: null,
    landmark: null,
    bystander_phone: null,
    photo: null,
    hospital: null,
    call_centre_phone: world.config.BRAND_PHONE,
    take_back_ms: 0,
    assigned_at: expect.any(String),
    next: ['ACCEPTED', 'EN_ROUTE', 'AT_SCENE', 'TRANSPORTING', 'AT_HOSPITAL', 'DONE', 'DECLINED'],
  })
  expect(JSON.stringify(view)).not.toMatch(/SECRET|Kumar|MG Road|Diabetes|Metformin/)
})

test('each step has its time and timeline entry, and the last frees the ambulance', async () => {
  const { alert, ambulance, dispatch, token } = await sentAmbulance(world, asha)
  const steps = ['ACCEPTED', 'EN_ROUTE', 'AT_SCENE', 'TRANSPORTING', 'AT_HOSPITAL', 'DONE']
  for (const [index, name] of steps.entries()) {
    const answer = await step(world, token, name)
    expect(answer).toMatchObject({ status: 200, body: { state: name } })
    const onward = steps.slice(index + 1)
    expect(answer.body.next).toEqual(index < 2 ? [...onward, 'DECLINED'] : onward)
  }
  const row = await rowOf(dispatch.id)
  const times = [
    row.assigned_at,
    row.accepted_at,
    row.en_route_at,
    row.at_scene_at,
    row.transporting_at,
    row.at_hospital_at,
    row.done_at,
  ]
  expect(times).not.toContain(null)
  expect(times).toEqual(times.toSorted((a, b) => Number(a) - Number(b)))
  expect((await eventsOf(alert.id)).map(({ detail }) => detail)).toEqual(
    [
      'accepted by the driver',
      'on the way to the scene',
      'at the scene',
      'on the way to the hospital',
      'at the hospital',
      'done',
    ].map((state) => ({ vehicle_number: ambulance.vehicle_number, state })),
  )
  expect((await ambulanceOf(ambulance.id)).status).toBe('AVAILABLE')
  expect((await read(token)).status).toBe(404)
})

test('a state never goes back, a repeated press changes nothing, and skipped steps keep no time', async () => {
  const { alert, dispatch, token } = await sentAmbulance(world, asha)
  expect((await step(world, token, 'AT_SCENE')).body).toMatchObject({ state: 'AT_SCENE' })
  const before = await rowOf(dispatch.id)
  const notified = () =>
    world.db
      .selectFrom('alerts')
      .select(['version', 'relatives_told_at'])
      .where('id', '=', alert.id)
      .executeTakeFirstOrThrow()
  await until('the relatives are notified', async () => (await notified()).relatives_told_at !== null)
  const seen = await notified()
  for (const name of ['AT_SCENE', 'ACCEPTED', 'EN_ROUTE']) {
    expect(await step(world, token, name)).toMatchObject({ status: 200, body: { state: 'AT_SCENE' } })
  }
  expect(await rowOf(dispatch.id)).toEqual(before)
  expect(before).toMatchObject({ accepted_at: null, en_route_at: null })
  expect(await eventsOf(alert.id)).toHaveLength(1)
  expect(await notified()).toEqual(seen)
})

test('twenty presses of one button at once are one step', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  const answers = await Promise.all(Array.from({ length: 20 }, () => step(world, token, 'ACCEPTED')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await eventsOf(alert.id)).toHaveLength(1)
})

test('a delayed step counts from its own time, but not from before the dispatch', async () => {
  const own = await createWorld()
  try {
    const person = await createPerson(own, 'staff')
    const { dispatch, token } = await sentAmbulance(own, person)
    await own.advanceTime(600_000)
    await step(own, token, 'ACCEPTED', { pressed_ms_ago: 300_000 })
    await step(own, token, 'EN_ROUTE', { pressed_ms_ago: 6 * 3_600_000 })
    const row = await own.db
      .selectFrom('dispatches')
      .selectAll()
      .where('id', '=', Number(dispatch.id))
      .executeTakeFirstOrThrow()
    const waited = Date.now() - row.accepted_at!.getTime()
    expect(waited).toBeGreaterThan(299_000)
    // Ten minutes ago the ambulance was sent.
    expect(waited).toBeLessThan(400_000)
    expect(row.en_route_at).toEqual(row.accepted_at)
  } finally {
    await own.stop()
  }
})

test('declining frees ambulance and alert, but not once at the scene', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  await step(world, token, 'ACCEPTED')
  expect(await step(world, token, 'DECLINED')).toMatchObject({ status: 200, body: { state: 'CANCELLED', next: [] } })
  expect((await ambulanceOf(ambulance.id)).status).toBe('AVAILABLE')
  expect((await read(token)).status).toBe(404)
  const list = await call(world.url, `/api/qr/alerts/${alert.id}/dispatches/`, { access: asha.access })
  expect(list.body).toMatchObject([{ state: 'CANCELLED', declined: true }])
  const next = await createAmbulance(world)
  expect((await assign(world, asha, alert.id, { ambulance_id: next.id })).status).toBe(201)
  const second = await driverToken(world, next)
  await step(world, second, 'AT_SCENE')
  expect(await step(world, second, 'DECLINED')).toMatchObject({
    status: 409,
    body: { detail: 'The ambulance is at the scene already. Please call the call centre.' },
  })
  expect(await viewOf(second)).toMatchObject({ state: 'AT_SCENE' })
})

test('only a completed ride of a valid plan uses the plan’s ride, once', async () => {
  const rideOf = async (user: number) =>
    (
      await world.db
        .selectFrom('subscriptions')
        .select('ride_used_at')
        .where('user_id', '=', user)
        .executeTakeFirstOrThrow()
    ).ride_used_at
  const valid = await sentAmbulance(world, asha)
  await step(world, valid.token, 'DONE')
  const used = await rideOf(valid.alert.subscriber.id)
  expect(used).not.toBeNull()

  const again = await createAmbulance(world)
  await assign(world, asha, valid.alert.id, { ambulance_id: again.id })
  await step(world, await driverToken(world, again), 'DONE')
  expect(await rideOf(valid.alert.subscriber.id)).toEqual(used)

  const expired = await sentAmbulance(world, asha, { ends_in_days: -1 })
  await step(world, expired.token, 'DONE')
  const declined = await sentAmbulance(world, asha)
  await step(world, declined.token, 'DECLINED')
  const drill = await sentAmbulance(world, asha)
  await world.db.updateTable('alerts').set({ drill: true }).where('id', '=', drill.alert.id).execute()
  await step(world, drill.token, 'DONE')
  for (const { alert } of [expired, declined, drill]) expect(await rideOf(alert.subscriber.id)).toBeNull()
})

test('the last day of the plan still counts', async () => {
  const { alert, token } = await sentAmbulance(world, asha, { ends_in_days: 0 })
  await step(world, token, 'DONE')
  const row = await world.db
    .selectFrom('subscriptions')
    .select('ride_used_at')
    .where('user_id', '=', alert.subscriber.id)
    .executeTakeFirstOrThrow()
  expect(row.ride_used_at).not.toBeNull()
})

test('the bystander reads number, arrival and state, and nothing of a recalled ambulance', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  const progress = async () =>
    ((await (await fetch(`${world.url}${alert.status_url}/state`)).json()) as { ambulance: object | null }).ambulance
  await position(token, north(1))
  expect(await progress()).toEqual({
    vehicle_number: ambulance.vehicle_number,
    eta_minutes: 3,
    unseen: false,
    state: 'ASSIGNED',
    arrived_at: null,
  })
  await step(world, token, 'AT_SCENE')
  expect(await progress()).toMatchObject({ state: 'AT_SCENE', arrived_at: expect.any(String) })
  await call(world.url, `/api/qr/alerts/${alert.id}/dispatch/cancel/`, {
    body: { reason: 'Test' },
    access: asha.access,
  })
  expect(await progress()).toBeNull()
  await assign(world, asha, alert.id, { outside_provider: '108' })
  expect(await progress()).toMatchObject({ vehicle_number: '108', eta_minutes: null, state: 'ASSIGNED' })
})
