import { expect, test } from 'vitest'
import { assign, createAmbulance, driverToken, raisedAlert, sentAmbulance, smsTo, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const position = (token: string, body: Record<string, unknown>) =>
  call(world.url, `/api/drive/${token}/position/`, { body })
const ambulanceOf = (id: number) =>
  world.db.selectFrom('ambulances').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('positions move the ambulance on the map, an older fix never moves it back', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  expect(await position(token, { latitude: 12.98, longitude: 77.6, accuracy: 8 })).toMatchObject({ status: 200 })
  expect(await position(token, { latitude: 1, longitude: 2, fixed_ms_ago: 60_000 })).toMatchObject({ status: 200 })
  const { body } = await call(world.url, `/api/qr/alerts/${alert.id}/dispatches/`, { access: asha.access })
  expect(body).toMatchObject([{ latitude: 12.98, longitude: 77.6, position_at: expect.any(String) }])
  expect((await ambulanceOf(ambulance.id)).last_latitude).toBe(12.98)
  expect(
    await world.db
      .selectFrom('alert_events')
      .select('seq')
      .where('alert_id', '=', alert.id)
      .where('kind', '=', 'dispatch_state')
      .execute(),
  ).toEqual([])
  expect(await position(token, { latitude: 91, longitude: 2 })).toMatchObject({ status: 400 })
})

test('a position of an earlier ride is not shown as the current one', async () => {
  const ambulance = await createAmbulance(world, { position_km: 0.8, position_minutes_ago: 300 })
  const { id, subscriber } = await raisedAlert(world)
  await assign(world, asha, id, { ambulance_id: ambulance.id })
  const { body } = await call(world.url, `/api/qr/alerts/${id}/dispatches/`, { access: asha.access })
  expect(body).toMatchObject([{ state: 'ASSIGNED', latitude: null, longitude: null, position_at: null }])
  const link = await until('the relative has the link', async () => {
    const texts = await smsTo(world, subscriber.relatives[0]!)
    return /\/t\/([\w-]{22})/.exec(texts.join('\n'))?.[1]
  })
  expect((await call(world.url, `/api/track/${link}/`)).body).toMatchObject({
    ambulance: { latitude: null, position_at: null },
  })
  await position(await driverToken(world, ambulance), { latitude: 12.98, longitude: 77.6 })
  const { body: sent } = await call(world.url, `/api/qr/alerts/${id}/dispatches/`, { access: asha.access })
  expect(sent).toMatchObject([{ latitude: 12.98, position_at: expect.any(String) }])
})

test('a position is accepted while another transaction locks the alert and the live counter', async () => {
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

test('after the end the consoles no longer learn where the ambulance is', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  await position(token, { latitude: 12.98, longitude: 77.6 })
  await step(world, token, 'DONE')
  const { body } = await call(world.url, `/api/qr/alerts/${alert.id}/dispatches/`, { access: asha.access })
  expect(body).toMatchObject([{ state: 'DONE', latitude: null, longitude: null, position_at: null }])
})

test('of batched positions each ambulance keeps its newest, and wrong ones fail alone', async () => {
  const drives = await Promise.all(Array.from({ length: 12 }, () => sentAmbulance(world, asha)))
  await step(world, drives[0]!.token, 'DONE')
  const answers = await Promise.all(
    drives.flatMap(({ token }, n) => [
      position(token, { latitude: 12.02 + n / 100, longitude: 77, fixed_ms_ago: 30_000 }),
      position(token, { latitude: 12 + n / 100, longitude: 77 }),
      position(token, { latitude: 91, longitude: 77 }),
      position('B'.repeat(22), { latitude: 12, longitude: 77 }),
    ]),
  )
  expect(answers.map(({ status }) => status)).toEqual(
    drives.flatMap((_, n) => (n === 0 ? [404, 404, 400, 404] : [200, 200, 400, 404])),
  )
  const kept = await Promise.all(drives.map(({ ambulance }) => ambulanceOf(ambulance.id)))
  expect(kept.map(({ last_latitude }) => last_latitude)).toEqual(drives.map((_, n) => (n === 0 ? null : 12 + n / 100)))
})

test('the position of an ambulance that another transaction holds waits alone, and is taken then', async () => {
  const [held, free] = [await sentAmbulance(world, asha), await sentAmbulance(world, asha)]
  const holder = `select from ambulances where id = ${held.ambulance.id} for no key update`
  await using lock = await holdLocks(world.pool, holder)
  const late = position(held.token, { latitude: 12.97, longitude: 77 })
  expect(await position(free.token, { latitude: 12.98, longitude: 77 })).toMatchObject({ status: 200 })
  await until('the other waits', async () => (await lock.waiting()) === 1)
  expect(await position(free.token, { latitude: 12.99, longitude: 77 })).toMatchObject({ status: 200 })
  await lock.release()
  expect(await late).toMatchObject({ status: 200 })
  expect((await ambulanceOf(held.ambulance.id)).last_latitude).toBe(12.97)
})
