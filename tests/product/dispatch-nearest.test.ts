import type { Candidates } from '@tvarit/shared/contracts/dispatch'
import { nearestAmbulances } from '@tvarit/shared/domain/dispatch/nearest-ambulances'
import { nearestOfAlerts } from '@tvarit/shared/domain/dispatch/nearest-of-alerts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import {
  type Ambulance,
  assign,
  candidates,
  createAmbulance,
  driverToken,
  raisedAlert,
  SCENE,
  step,
} from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { actingAs, createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

/** Each test has the map for itself. */
afterEach(() => sql`update ambulances set status = 'OFF'`.execute(world.db))

const numbers = ({ candidates }: Candidates) => candidates.map(({ vehicle_number }) => vehicle_number)

test('the five nearest available ambulances are offered, nearest first', async () => {
  const made: Ambulance[] = []
  for (const base_km of [7, 3, 5, 1, 9, 11]) made.push(await createAmbulance(world, { base_km }))
  await createAmbulance(world, { base_km: 0.1, status: 'BUSY' })
  await createAmbulance(world, { base_km: 0.2, status: 'OFF' })
  await createAmbulance(world, { base_km: 0.3, retired: true })
  const { id } = await raisedAlert(world)
  const answer = await candidates(world, asha, id)
  expect(numbers(answer)).toEqual([3, 1, 2, 0, 4].map((index) => made[index]!.vehicle_number))
  expect(answer).toMatchObject({ has_location: true, router: 'none' })
  expect(answer.candidates.map(({ distance_km }) => Math.round(distance_km!))).toEqual([1, 3, 5, 7, 9])
})

test('a position counts for 30 minutes, then the base does, and the reason says so', async () => {
  const fresh = await createAmbulance(world, { base_km: 50, position_km: 2, position_minutes_ago: 29 })
  const stale = await createAmbulance(world, { base_km: 4, position_km: 0.5, position_minutes_ago: 31 })
  const silent = await createAmbulance(world, { base_km: 6 })
  const answer = await candidates(world, asha, (await raisedAlert(world)).id)
  expect(numbers(answer)).toEqual([fresh, stale, silent].map(({ vehicle_number }) => vehicle_number))
  expect(answer.candidates).toMatchObject([
    { position_at: expect.any(String), reason: '2.0 km away, position 29 min old' },
    { position_at: null, reason: '4.0 km from its base, position unknown, last contact 31 min ago' },
    { position_at: null, reason: '6.0 km from its base, position unknown, no contact yet' },
  ])
})

test('arrival is 1.4 times the distance at 30 km/h, in whole minutes, at least one', async () => {
  for (const base_km of [0.01, 1, 4.99]) await createAmbulance(world, { base_km })
  const answer = await candidates(world, asha, (await raisedAlert(world)).id)
  // 4.99 km x 1.4 / 30 km/h = 13.97 min
  expect(answer.candidates.map(({ eta_minutes, eta_source }) => [eta_minutes, eta_source])).toEqual([
    [1, 'estimate'],
    [3, 'estimate'],
    [14, 'estimate'],
  ])
})

test('a plan covers 10 km (BASIC) or 15 km (GOLD), unless its ride is used or it expired', async () => {
  for (const base_km of [9.9, 10.1, 14.9, 15.1]) await createAmbulance(world, { base_km })
  const basic = await raisedAlert(world)
  const gold = await raisedAlert(world, { ends_in_days: -1 })
  await world.db
    .updateTable('subscriptions')
    .set({ plan: 'GOLD', ride_used_at: new Date() })
    .where('user_id', '=', gold.subscriber.id)
    .execute()
  const answers = [await candidates(world, asha, basic.id), await candidates(world, asha, gold.id)]
  expect(answers.map(({ candidates }) => candidates.map(({ inside_plan }) => inside_plan))).toEqual([
    [true, false, false, false],
    [false, false, false, false],
  ])
  expect(answers.map(({ plan }) => plan)).toMatchObject([
    { name: 'BASIC', km: 10, ride_used: false, expired: false },
    { name: 'GOLD', km: 15, ride_used: true, expired: true },
  ])
  expect(answers[0]!.candidates[1]!.reason).toBe(
    '10 km from its base, position unknown, no contact yet, outside the 10 km of the plan',
  )
})

test('patient transport ranks after life support unless over 15 minutes sooner', async () => {
  const close = await Promise.all([1, 1.1, 1.2, 1.3, 1.4].map((base_km) => createAmbulance(world, { base_km })))
  await world.db.updateTable('ambulances').set({ type: 'TRANSPORT' }).where('retired_at', 'is', null).execute()
  const basic = await createAmbulance(world, { base_km: 5 })
  const advanced = await createAmbulance(world, { base_km: 4 })
  await world.db.updateTable('ambulances').set({ type: 'ADVANCED' }).where('id', '=', advanced.id).execute()
  const far = await createAmbulance(world, { base_km: 12 })
  const [first, second, ...rest] = numbers(await candidates(world, asha, (await raisedAlert(world)).id))
  expect([first, second]).toEqual([advanced.vehicle_number, basic.vehicle_number])
  expect(rest).toEqual(close.slice(0, 3).map(({ vehicle_number }) => vehicle_number))
  expect(rest).not.toContain(far.vehicle_number)
})

test('search covers all available ambulances by number, operator, driver and base town', async () => {
  const near = await createAmbulance(world, { base_km: 1 })
  const busy = await createAmbulance(world, { status: 'BUSY' })
  const mysuru = await createAmbulance(world)
  await world.db
    .updateTable('ambulances')
    .set({ base_latitude: 12.2958, base_longitude: 76.6394, operator: 'Palace Care', driver_name: 'Chikkanna' })
    .where('id', '=', mysuru.id)
    .execute()
  const { id } = await raisedAlert(world, { nowhere: true })
  const found = async (search: string) => {
    const answer = await call(world.url, `/api/qr/alerts/${id}/ambulances/?search=${encodeURIComponent(search)}`, {
      access: asha.access,
    })
    return answer.body as Candidates
  }
  for (const search of ['palace', 'chikka', 'Mysuru', mysuru.vehicle_number.toLowerCase()]) {
    expect(numbers(await found(search))).toEqual([mysuru.vehicle_number])
  }
  expect(numbers(await found('City Care'))).toEqual([near.vehicle_number])
  expect(numbers(await found(busy.vehicle_number))).toEqual([])
  const [only] = (await found('palace')).candidates
  expect(only).toMatchObject({ distance_km: null, eta_minutes: null, eta_source: null, inside_plan: null })
  expect(only!.reason).toMatch(/^Base: .*Mys.*, position unknown, no contact yet$/)
  const long = await call(world.url, `/api/qr/alerts/${id}/ambulances/?search=${'x'.repeat(101)}`, {
    access: asha.access,
  })
  expect(long.status).toBe(400)
  expect(await assign(world, asha, id, { ambulance_id: mysuru.id })).toMatchObject({
    status: 201,
    body: { vehicle_number: mysuru.vehicle_number, distance_km: null, eta_minutes: null },
  })
})

test('an alert without a place has no candidates and says why, an unknown one gets 404', async () => {
  await createAmbulance(world)
  expect(await candidates(world, asha, (await raisedAlert(world, { nowhere: true })).id)).toMatchObject({
    candidates: [],
    has_location: false,
  })
  expect((await call(world.url, '/api/qr/alerts/999999/ambulances/', { access: asha.access })).status).toBe(404)
})

test('an ambulance whose driver declined an alert is not offered for it again', async () => {
  const first = await createAmbulance(world, { base_km: 1 })
  const second = await createAmbulance(world, { base_km: 2 })
  const { id } = await raisedAlert(world)
  await assign(world, asha, id, { ambulance_id: first.id })
  expect(numbers(await candidates(world, asha, id))).toEqual([second.vehicle_number])
  expect((await step(world, await driverToken(world, first), 'DECLINED')).status).toBe(200)
  expect(numbers(await candidates(world, asha, id))).toEqual([second.vehicle_number])
  expect(numbers(await candidates(world, asha, (await raisedAlert(world)).id))).toEqual([
    first.vehicle_number,
    second.vehicle_number,
  ])
})

test('old positions do not distort the five: they equal those of measuring every one', async () => {
  await sql`select setseed(0.25)`.execute(world.db)
  // Most were last seen close by hours ago, and their bases are far away.
  await sql`insert into ambulances (vehicle_number, operator, driver_name, driver_phone, base_latitude, base_longitude,
      last_latitude, last_longitude, last_position_at)
    select 'T' || n, 'o', 'd', '9000000000', 12 + random() * 2, 76 + random() * 3,
      12.97 + random() * 0.02, 77.59 + random() * 0.02,
      case when n % 200 = 0 then now() else now() - interval '3 hours' end
    from generate_series(1, 3000) n`.execute(world.db)
  for (const place of [SCENE, { latitude: 13.5, longitude: 76.5 }, { latitude: 28, longitude: 77 }]) {
    const near = await nearestAmbulances(world.db, place, { count: 5, transport: false })
    const { rows } = await sql<{ id: number }>`
      select id from ambulances where status = 'AVAILABLE' order by earth_distance(
        case when last_position_at > now() - interval '30 minutes' then ll_to_earth(last_latitude, last_longitude)
          else ll_to_earth(base_latitude, base_longitude) end,
        ll_to_earth(${place.latitude}::float8, ${place.longitude}::float8)) limit 5`.execute(world.db)
    expect(near.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  }
})

test('ambulances beyond 30 km or 45 minutes are not near and come last', async () => {
  const far = await createAmbulance(world, { base_km: 400 })
  const limit = await createAmbulance(world, { base_km: 31, position_km: 31 })
  const silent = await createAmbulance(world, { base_km: 10 })
  const close = await createAmbulance(world, { base_km: 14, position_km: 14 })
  const answer = await candidates(world, asha, (await raisedAlert(world)).id)
  expect(numbers(answer)).toEqual([close, silent, limit, far].map(({ vehicle_number }) => vehicle_number))
  expect(answer.candidates.map(({ near }) => near)).toEqual([true, true, false, false])
})

test('an open alert without a ride is known with the nearest ambulance that did not decline', async () => {
  const [near, far, base] = [
    await createAmbulance(world, { position_km: 1 }),
    await createAmbulance(world, { position_km: 4 }),
    // Known by its base only: it counts as 15 minutes farther.
    await createAmbulance(world, { base_km: 0.1 }),
  ]
  const [sent, open] = [await raisedAlert(world), await raisedAlert(world)]
  const nearest = () => nearestOfAlerts({ ctx: actingAs(world, asha) })
  expect((await nearest()).map(({ alert_id, vehicle_number }) => [alert_id, vehicle_number])).toEqual(
    expect.arrayContaining([
      [sent.id, near.vehicle_number],
      [open.id, near.vehicle_number],
    ]),
  )
  expect(await assign(world, asha, sent.id, { ambulance_id: near.id })).toMatchObject({ status: 201 })
  const of = async (id: number) => (await nearest()).find(({ alert_id }) => alert_id === id)
  expect(await of(sent.id)).toBeUndefined()
  // 4 km x 1.4 / 30 km/h
  expect(await of(open.id)).toEqual({ alert_id: open.id, vehicle_number: far.vehicle_number, minutes: 12 })
  await assign(world, asha, open.id, { ambulance_id: far.id })
  await world.db
    .updateTable('dispatches')
    .set({ state: 'CANCELLED', declined: true })
    .where('alert_id', '=', open.id)
    .execute()
  expect(await of(open.id)).toMatchObject({ vehicle_number: base.vehicle_number, minutes: 1 })
})
