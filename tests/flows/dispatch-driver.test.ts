import type { DriverView } from '@tvarit/shared/contracts/dispatch'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assign, createAmbulance, driverToken, north, raisedAlert, sentAmbulance, step } from '../harness/ambulances.ts'
import { call, newAddress } from '../harness/api.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { createWorld, type World } from '../harness/world.ts'

let world: World
let asha: Person
beforeAll(async () => {
  world = await createWorld({ settings: { TRUST_PROXY: '1' } })
  asha = await createPerson(world, 'staff', 'Asha')
})
afterAll(() => world?.stop())

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

test('the driver sees the place, the number to call and the next steps; nothing of health, home or family', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  const view = await viewOf(token)
  expect(view).toEqual({
    state: 'ASSIGNED',
    alert_id: alert.id,
    vehicle_number: ambulance.vehicle_number,
    first_name: 'Ravi',
    latitude: 12.97,
    longitude: 77.59,
    accuracy: null,
    landmark: null,
    bystander_phone: null,
    hospital: null,
    call_centre_phone: world.config.BRAND_PHONE,
    assigned_at: expect.any(String),
    next: ['ACCEPTED', 'EN_ROUTE', 'AT_SCENE', 'TRANSPORTING', 'AT_HOSPITAL', 'DONE', 'DECLINED'],
  })
  expect(JSON.stringify(view)).not.toMatch(/SECRET|Kumar|MG Road|Diabetes|Metformin/)
})

test('step by step to the end: each has its time and its line on the timeline; at the end the ambulance is free', async () => {
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
  const version = async () =>
    (await world.db.selectFrom('alerts').select('version').where('id', '=', alert.id).executeTakeFirstOrThrow()).version
  const seen = await version()
  for (const name of ['AT_SCENE', 'ACCEPTED', 'EN_ROUTE']) {
    expect(await step(world, token, name)).toMatchObject({ status: 200, body: { state: 'AT_SCENE' } })
  }
  expect(await rowOf(dispatch.id)).toEqual(before)
  expect(before).toMatchObject({ accepted_at: null, en_route_at: null })
  expect(await eventsOf(alert.id)).toHaveLength(1)
  expect(await version()).toBe(seen)
})

test('twenty presses of one button at once are one step', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  const answers = await Promise.all(Array.from({ length: 20 }, () => step(world, token, 'ACCEPTED')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await eventsOf(alert.id)).toHaveLength(1)
})

test('a press that waited for the network counts from its moment, but not from before the ambulance was sent', async () => {
  const own = await createWorld()
  try {
    const person = await createPerson(own, 'staff')
    const { dispatch, token } = await sentAmbulance(own, person)
    await own.travel(600_000)
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

test('declining frees the ambulance and the alert; at the scene it is too late', async () => {
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

const DEAD = { status: 404, body: { detail: 'This link is not valid any more.' } }

test('unknown, foreign, ended, called back and a day old: one answer for all, for reading, stepping and positions', async () => {
  const own = await createWorld({ settings: { TRUST_PROXY: '1' } })
  try {
    const person = await createPerson(own, 'staff')
    const [done, cancelled, old] = [
      await sentAmbulance(own, person),
      await sentAmbulance(own, person),
      await sentAmbulance(own, person),
    ]
    await step(own, done.token, 'DONE')
    await call(own.url, `/api/qr/alerts/${cancelled.alert.id}/dispatch/cancel/`, {
      body: { reason: 'Test' },
      access: person.access,
    })
    const status_token = cancelled.alert.status_url.replace('/a/', '')
    await own.travel(24 * 3_600_000 + 1_000)
    const fresh = await sentAmbulance(own, await createPerson(own, 'staff'))
    const { track_token } = await own.db
      .selectFrom('alerts')
      .select('track_token')
      .where('id', '=', fresh.alert.id)
      .executeTakeFirstOrThrow()
    const links = {
      done: done.token,
      cancelled: cancelled.token,
      old: old.token,
      unknown: 'A'.repeat(22),
      cut: fresh.token.slice(0, -1),
      case: fresh.token.toLowerCase() + fresh.token,
      relatives: track_token!,
      bystander: status_token,
      hash: Buffer.from(String(fresh.dispatch.id)).toString('hex'),
      odd: '%00',
      long: 'x'.repeat(3_000),
    }
    for (const [name, token] of Object.entries(links)) {
      const answers = [
        await call(own.url, `/api/drive/${token}/`),
        await step(own, token, 'ACCEPTED'),
        await call(own.url, `/api/drive/${token}/position/`, { body: { latitude: 1, longitude: 2 } }),
      ]
      for (const { status, body } of answers) expect([name, { status, body }]).toEqual([name, DEAD])
    }
    expect((await call(own.url, `/api/drive/${fresh.token}/`)).status).toBe(200)
    expect(
      await own.db.selectFrom('dispatches').select('state').where('id', '=', Number(old.dispatch.id)).execute(),
    ).toEqual([{ state: 'ASSIGNED' }])
  } finally {
    await own.stop()
  }
})

test('after sixty wrong links in a minute a network gets 429; a right one goes on working from there', async () => {
  const { token } = await sentAmbulance(world, asha)
  const ip = newAddress()
  const wrong = () => call(world.url, `/api/drive/${'B'.repeat(22)}/`, { ip })
  const first = []
  for (let n = 0; n < 60; n++) first.push((await wrong()).status)
  expect(new Set(first)).toEqual(new Set([404]))
  const more = await wrong()
  expect(more.status).toBe(429)
  expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call(world.url, `/api/track/${'B'.repeat(22)}/`, { ip })).status).toBe(429)
  expect((await call(world.url, `/api/drive/${token}/`, { ip })).status).toBe(200)
  expect((await wrong()).status).toBe(429)
  for (const page of [`/d/${'B'.repeat(22)}`, `/t/${'B'.repeat(22)}`]) {
    const { status, headers, body } = await call(world.url, page, { ip })
    expect([page, status, Number(headers.get('retry-after')) > 0]).toEqual([page, 429, true])
    expect(body.text).toContain('tel:112')
  }
  expect((await call(world.url, `/api/drive/${'B'.repeat(22)}/`)).status).toBe(404)
})

test('the token stands nowhere in the database, also not while the SMS waits', async () => {
  const own = await createWorld({ worker: false })
  try {
    const person = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own)
    const ambulance = await createAmbulance(own)
    await assign(own, person, id, { ambulance_id: ambulance.id })
    const message = await own.db
      .selectFrom('messages')
      .selectAll()
      .where('template', '=', 'driver_dispatch')
      .executeTakeFirstOrThrow()
    expect(message.params).toBeNull()
    expect(message).toMatchObject({ to_phone: ambulance.driver_phone, recipient_relation: 'Driver', alert_id: id })
    const { openParams } = await import('@tvarit/shared/domain/messages/message-params')
    const { url } = openParams(own.config, { ...message, to: ambulance.driver_phone }) as { url: string }
    const token = url.replace(`${own.config.PUBLIC_URL}/d/`, '')
    expect(token).toMatch(/^[\w-]{22}$/)
    expect((await call(own.url, `/api/drive/${token}/`)).status).toBe(200)
    for (const table of ['dispatches', 'messages', 'outbox', 'alert_events', 'audit_log', 'alerts']) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} t where t::text like ${`%${token}%`}`.execute(own.db)
      expect([table, rows[0]!.n]).toEqual([table, 0])
    }
  } finally {
    await own.stop()
  }
})

test('positions move the ambulance on the map, an older fix never moves it back', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  expect(await position(token, { latitude: 12.98, longitude: 77.6, accuracy: 8 })).toMatchObject({ status: 200 })
  expect(await position(token, { latitude: 1, longitude: 2, fixed_ms_ago: 60_000 })).toMatchObject({ status: 200 })
  const { body } = await call(world.url, `/api/qr/alerts/${alert.id}/dispatches/`, { access: asha.access })
  expect(body).toMatchObject([{ latitude: 12.98, longitude: 77.6, position_at: expect.any(String) }])
  expect((await ambulanceOf(ambulance.id)).last_latitude).toBe(12.98)
  expect(await eventsOf(alert.id)).toEqual([])
  expect(await position(token, { latitude: 91, longitude: 2 })).toMatchObject({ status: 400 })
})

test('a position is taken while somebody holds the alert and the counter of live events', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  const client = await world.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from alerts where id = $1 for no key update', [alert.id])
    await client.query('update live_counter set n = n')
    expect((await position(token, { latitude: 12.99, longitude: 77.6 })).status).toBe(200)
    expect((await ambulanceOf(ambulance.id)).last_latitude).toBe(12.99)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('after the end the screens no longer learn where the ambulance is', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  await position(token, { latitude: 12.98, longitude: 77.6 })
  await step(world, token, 'DONE')
  const { body } = await call(world.url, `/api/qr/alerts/${alert.id}/dispatches/`, { access: asha.access })
  expect(body).toMatchObject([{ state: 'DONE', latitude: null, longitude: null, position_at: null }])
})

test('done uses the one ride of a valid plan, once; an expired plan, a drill and a declined drive use none', async () => {
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

test('the bystander reads number, arrival and state, and nothing of an ambulance that was called back', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  const progress = async () =>
    ((await (await fetch(`${world.url}${alert.status_url}/state`)).json()) as { ambulance: object | null }).ambulance
  await position(token, north(1))
  expect(await progress()).toEqual({
    vehicle_number: ambulance.vehicle_number,
    eta_minutes: 3,
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
