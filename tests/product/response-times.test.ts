import type { ResponseTimes } from '@tvarit/shared/contracts/reports'
import { beforeEach, expect, test } from 'vitest'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { call } from '../harness/api.ts'
import { createAmbulance } from '../harness/ambulances.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin')

beforeEach(() => world.empty('alerts'))

interface Past {
  /** When it was raised. */
  at: string
  /** Seconds from then; left out: never. */
  claim?: number
  sent?: number
  there?: number
  drill?: boolean
  state?: string
  registered?: boolean
}

/** An alert of the past with what happened to it. */
async function past({ at, claim, sent, there, drill = false, state = 'Karnataka', registered = true }: Past) {
  const person = registered ? await createSubscriber(world) : null
  if (person) {
    await world.db.updateTable('subscriber_profiles').set({ state }).where('user_id', '=', person.id).execute()
  }
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(Date.parse(at) + seconds * 1000)
  const { id } = await world.db
    .insertInto('alerts')
    .values({
      coupon_id: (person?.sticker ?? (await createSticker(world))).id,
      user_id: person?.id ?? null,
      status_token: `past-${Math.random()}`,
      timestamp: new Date(at),
      first_claimed_at: after(claim),
      claimed_at: after(claim),
      drill,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (sent === undefined) return id
  await world.db
    .insertInto('dispatches')
    .values({
      alert_id: id,
      outside_provider: '108',
      assigned_at: after(sent)!,
      at_scene_at: after(there),
      state: 'DONE',
    })
    .execute()
  return id
}

const figures = async (query: string) => {
  const answer = await call(world.url, `/api/figures/response/?${query}`, { access: admin.access })
  return { ...answer, body: answer.body as unknown as ResponseTimes }
}
const NOVEMBER = 'from=2026-11-01&to=2026-11-30'
const NOON = '2026-11-10T06:30:00Z'

test('shares are of all alerts, median and 90th percentile of those it happened to, interpolated', async () => {
  for (const claim of [5, 15, 15.5, 30, 100]) await past({ at: NOON, claim, sent: claim + 60 })
  await past({ at: NOON, claim: 31, sent: 100, there: 700 })
  await past({ at: NOON })
  const { total } = (await figures(NOVEMBER)).body
  expect(total).toEqual({
    count: 7,
    claimed_in_15: 2,
    claimed_in_30: 4,
    claim: { count: 6, median: (15.5 + 30) / 2, p90: 31 + (100 - 31) / 2, waiting: 1, overdue: 1 },
    dispatch: { count: 6, median: (75.5 + 90) / 2, p90: 100 + (160 - 100) / 2, waiting: 1, overdue: 1 },
    scene: { count: 1, median: 700, p90: 700, waiting: 6, overdue: 6 },
  })
})

test('drills are in no response figure', async () => {
  await past({ at: NOON, claim: 3, drill: true })
  const { total, by_state } = (await figures(NOVEMBER)).body
  expect([total.count, by_state]).toEqual([0, []])
})

test('of several takers and several ambulances the first one counts', async () => {
  const asha = await createPerson(world, 'staff', 'Asha')
  const alert = await press(world.url, (await createSubscriber(world)).sticker.token, {
    latitude: 12.97,
    longitude: 77.59,
  })
  const act = (path: string, body: object, who = asha) =>
    call(world.url, `/api/qr/alerts/${alert.id}/${path}`, { body, access: who.access })
  await act('claim/', {})
  const first = await createAmbulance(world)
  await act('dispatch/', { ambulance_id: first.id })
  const shift = async () => {
    const day = indianDay(new Date())
    const yesterday = indianDay(Date.now() - 86_400_000)
    return (await figures(`from=${yesterday}&to=${day}`)).body.total
  }
  const before = await shift()
  await world.advanceTime(120_000)
  const vikram = await createPerson(world, 'staff', 'Vikram')
  await act('claim/', { take_over: true }, vikram)
  await act('dispatch/cancel/', { reason: 'Broken down' }, vikram)
  await act('dispatch/', { outside_provider: '108' }, vikram)
  expect((await shift()).claim).toEqual(before.claim)
  expect((await shift()).dispatch).toEqual(before.dispatch)
})

test('days, shifts and the ends of the range are those of India', async () => {
  const EDGES = [
    ['2026-10-31T18:29:59Z', null, null], // 23:59:59 on the day before
    ['2026-10-31T18:30:00Z', '2026-11-01', 'night'], // 00:00
    ['2026-11-01T00:29:59Z', '2026-11-01', 'night'], // 05:59:59
    ['2026-11-01T00:30:00Z', '2026-11-01', 'morning'], // 06:00
    ['2026-11-01T08:29:59Z', '2026-11-01', 'morning'], // 13:59:59
    ['2026-11-01T08:30:00Z', '2026-11-01', 'evening'], // 14:00
    ['2026-11-01T16:29:59Z', '2026-11-01', 'evening'], // 21:59:59
    ['2026-11-01T16:30:00Z', '2026-11-01', 'night'], // 22:00
    ['2026-11-01T18:30:00Z', '2026-11-02', 'night'],
    ['2026-11-02T18:29:59Z', '2026-11-02', 'night'],
    ['2026-11-02T18:30:00Z', null, null], // 00:00 on the day after
  ] as const
  for (const [at, day, shift] of EDGES) {
    await world.empty('alerts')
    await past({ at, claim: 1 })
    const { total, by_day, by_shift } = (await figures('from=2026-11-01&to=2026-11-02')).body
    const found = {
      at,
      days: by_day.filter(({ count }) => count > 0).map((row) => row.day),
      shifts: by_shift.filter(({ count }) => count > 0).map((row) => row.shift),
    }
    expect(found).toEqual({ at, days: day ? [day] : [], shifts: shift ? [shift] : [] })
    expect(total.count).toBe(day ? 1 : 0)
  }
})

test('every day and every shift stands there, also without an alert', async () => {
  const { body } = await figures('from=2026-02-27&to=2026-03-01')
  expect(body.by_day.map(({ day, count }) => [day, count])).toEqual([
    ['2026-02-27', 0],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
  ])
  expect(body.by_shift.map(({ shift }) => shift)).toEqual(['morning', 'evening', 'night'])
  expect(body.total.claim).toEqual({ count: 0, median: null, p90: null, waiting: 0, overdue: 0 })
})

test('response times are by subscriber’s state, unregistered apart, and filter by one', async () => {
  await past({ at: NOON, claim: 4, state: 'Kerala' })
  await past({ at: NOON, claim: 6, state: 'Kerala' })
  await past({ at: NOON, claim: 9, state: 'Goa' })
  await past({ at: NOON, registered: false })
  const all = (await figures(NOVEMBER)).body
  expect(all.by_state.map(({ state, count }) => `${state} ${count}`)).toEqual(['Kerala 2', 'null 1', 'Goa 1'])
  expect((await figures(`${NOVEMBER}&state=Kerala`)).body.total).toMatchObject({ count: 2, claim: { median: 5 } })
  expect((await figures(`${NOVEMBER}&state=unregistered`)).body.total).toMatchObject({ count: 1, claim: { count: 0 } })
  expect((await figures(`${NOVEMBER}&state=`)).body.total.count).toBe(4)
  // An erasure takes the state along; the two figures stay equal.
  await world.db.deleteFrom('subscriber_profiles').where('state', '=', 'Goa').execute()
  expect((await figures(NOVEMBER)).body.by_state[0]).toMatchObject({ state: null, count: 2 })
  expect((await figures(`${NOVEMBER}&state=unregistered`)).body.total.count).toBe(2)
})

test.each([
  ['', ['from', 'to']],
  ['from=2026-11-01', ['to']],
  ['from=2026-02-30&to=2026-03-01', ['from']],
  ['from=2026-11-02&to=2026-11-01', ['to']],
  ['from=2025-11-01&to=2026-11-02', ['to']],
  ['from=2026-11-01&to=2026-11-02&state=Atlantis', ['state']],
])('a range of %j is rejected under its fields', async (query, fields) => {
  const { status, body } = await figures(query)
  expect([status, Object.keys(body)]).toEqual([400, fields])
})

test('a response time lists its alerts, slowest first, by day, shift or state, no drills', async () => {
  const slowest = async (query: string) => {
    const answer = await call(world.url, `/api/figures/slowest/?${query}`, { access: admin.access })
    return (answer.body as unknown as { id: number; seconds: number }[]).map(({ id, seconds }) => [id, seconds])
  }
  const quick = await past({ at: NOON, claim: 5, sent: 20, there: 600 })
  const slow = await past({ at: NOON, claim: 50, sent: 80 })
  const night = await past({ at: '2026-11-11T18:00:00Z', claim: 20, state: 'Kerala' })
  await past({ at: NOON, claim: 90, drill: true })
  await past({ at: NOON })
  const claims = `${NOVEMBER}&measure=claim`
  expect(await slowest(claims)).toEqual([
    [slow, 50],
    [night, 20],
    [quick, 5],
  ])
  expect(await slowest(`${NOVEMBER}&measure=dispatch`)).toEqual([
    [slow, 80],
    [quick, 20],
  ])
  expect(await slowest(`${NOVEMBER}&measure=scene`)).toEqual([[quick, 600]])
  expect(await slowest(`${claims}&shift=night`)).toEqual([[night, 20]])
  expect(await slowest(`${claims}&state=Kerala`)).toEqual([[night, 20]])
  expect(await slowest('from=2026-11-10&to=2026-11-10&measure=claim')).toEqual([
    [slow, 50],
    [quick, 5],
  ])
  const wrong = await call(world.url, `/api/figures/slowest/?${NOVEMBER}&measure=sleep`, { access: admin.access })
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['measure']])
})

test('a year and a day that is a leap day are 366 days, and allowed', async () => {
  expect((await figures('from=2027-03-01&to=2028-02-29')).body.by_day).toHaveLength(366)
})
