import { expect, test } from 'vitest'
import { closeAlert, detailOf } from '../harness/alert-calls.ts'
import { assign, linkedAlerts, north, raisedAlert, smsTo, statusOf, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(world, 'staff', 'Vikram')

const post = (path: string, body: object = {}) =>
  call(world.url, `/api/qr/alerts/${path}/`, { body, access: asha.access })
const link = (id: number, with_id: number) => post(`${id}/link`, { with_id })
const share = (id: number, dispatch_id: unknown) => post(`${id}/dispatch/share`, { dispatch_id })
const detail = (id: number) => detailOf(world, asha, id)
const idsOf = (alerts: { id: number }[]) => alerts.map(({ id }) => id)

/** An alert so many metres north of a place that no other test uses. */
let places = 0
function somewhere() {
  const base = north(40 + places++)
  return async (metres: number) => {
    const { sticker } = await createSubscriber(world)
    const place = { latitude: base.latitude + metres / 111_320, longitude: base.longitude }
    return (await press(world.url, sticker.token, place)).id
  }
}

test('only recent open alerts within 100 m and ten minutes are offered as one accident', async () => {
  const raise = somewhere()
  await raise(-105)
  const [first, near, old, closed, drill] = [
    await raise(0),
    await raise(95),
    await raise(10),
    await raise(20),
    await raise(30),
  ]
  await world.pool.query(`update alerts set timestamp = timestamp - interval '11 minutes' where id = $1`, [old])
  await world.pool.query('update alerts set drill = true where id = $1', [drill])
  await closeAlert(world, asha, closed, 'REJECTED')
  expect(idsOf((await detail(first)).nearby)).toEqual([near])
  expect(idsOf((await detail(near)).nearby)).toEqual([first])
})

test('linked alerts show together and keep their owners, until they are unlinked', async () => {
  const raise = somewhere()
  const [one, two, three] = [await raise(0), await raise(10), await raise(20)]
  await call(world.url, `/api/qr/alerts/${two}/claim/`, { body: {}, access: vikram.access })
  expect((await link(two, one)).body).toMatchObject({ incident_id: one })
  expect(await detail(one)).toMatchObject({
    incident_id: one,
    incident: [{ id: two }],
    nearby: [{ id: three }],
    claimed_by: null,
  })
  expect((await link(three, two)).status).toBe(200)
  expect(idsOf((await detail(one)).incident)).toEqual([two, three])
  const { incident, nearby, claimed_by, timeline } = await detail(two)
  expect([idsOf(incident), nearby, claimed_by]).toEqual([[one, three], [], expect.objectContaining({ id: vikram.id })])
  expect(timeline.map(({ text }) => text)).toContain(`Asha Rao linked it with alert ${one}: one accident.`)
  // Linking again changes nothing.
  const links = async () => (await detail(one)).timeline.filter(({ text }) => text.includes('linked it')).length
  const before = await links()
  await link(one, three)
  expect((await link(three, one)).body).toMatchObject({ incident_id: one })
  expect(await links()).toBe(before)

  expect((await post(`${one}/unlink`)).body).toMatchObject({ incident_id: null })
  expect(idsOf((await detail(two)).incident)).toEqual([three])
  await post(`${three}/unlink`)
  for (const id of [one, two, three]) expect(await detail(id)).toMatchObject({ incident_id: null, incident: [] })
})

test('two accidents become one when an alert of each is linked, also when all links come at once', async () => {
  const raise = somewhere()
  const ids = await Promise.all([0, 10, 20, 30].map(raise))
  const [a, b, c, d] = ids as [number, number, number, number]
  const answers = await Promise.all([link(a, b), link(c, d), link(d, a), link(b, c), link(c, a)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await link(a, d)
  await link(b, c)
  for (const id of ids) expect((await detail(id)).incident).toHaveLength(3)
})

test.each([
  ['a closed alert', 409],
  ['a drill', 409],
  ['itself', 409],
  ['an unknown alert', 404],
] as const)('%s is not linked: %i, and nothing is written', async (what, status) => {
  const raise = somewhere()
  const [own, other] = [await raise(0), await raise(10)]
  if (what === 'a closed alert') await closeAlert(world, asha, other, 'ATTENDED')
  if (what === 'a drill') await world.pool.query('update alerts set drill = true where id = $1', [other])
  const with_id = what === 'itself' ? own : what === 'an unknown alert' ? 999_999 : other
  expect((await link(own, with_id)).status).toBe(status)
  expect((await detail(own)).incident_id).toBeNull()
})

test('a subscriber reads nothing of the other alerts of the accident', async () => {
  const { alert, other } = await linkedAlerts(world, asha)
  const own = await signIn(world, alert.subscriber.id)
  const { body } = await call(world.url, `/api/qr/alerts/${alert.id}/`, { access: own.access })
  expect(body).toMatchObject({ incident_id: null, incident: [], nearby: [] })
  const list = await call(world.url, '/api/qr/alerts/', { access: own.access })
  expect(JSON.stringify(list.body)).not.toContain(`"incident_id":${Math.min(alert.id, other.id)}`)
})

test('a shared ambulance notifies relatives, counts steps for both and is freed once', async () => {
  const { alert, other, ambulance, dispatch, token } = await linkedAlerts(world, asha)
  expect(await share(other.id, dispatch.id)).toMatchObject({
    status: 201,
    body: { state: 'ASSIGNED', vehicle_number: ambulance.vehicle_number, alert_ids: [alert.id, other.id] },
  })
  expect((await call(world.url, `/api/drive/${token}/`)).body).toMatchObject({ alert_id: alert.id, people: 2 })
  expect(await smsTo(world, ambulance.driver_phone)).toHaveLength(1)
  await until('relatives of the second person have the driver', async () =>
    (await smsTo(world, other.subscriber.relatives[0]!)).some((text) => text.includes(ambulance.driver_phone)),
  )
  for (const name of ['ACCEPTED', 'EN_ROUTE', 'AT_SCENE']) {
    expect((await step(world, token, name)).status).toBe(200)
    for (const { id } of [alert, other]) expect((await detail(id)).dispatch).toMatchObject({ state: name })
  }
  const noted = await post(`${other.id}/dispatch/steps`, { step: 'TRANSPORTING' })
  expect(noted.body).toMatchObject({ state: 'TRANSPORTING' })
  expect((await detail(alert.id)).dispatch).toMatchObject({ state: 'TRANSPORTING' })
  expect(await statusOf(world, ambulance)).toBe('BUSY')
  await step(world, token, 'DONE')
  expect(await statusOf(world, ambulance)).toBe('AVAILABLE')
  for (const { id } of [alert, other]) expect((await detail(id)).dispatches).toMatchObject([{ state: 'DONE' }])
})

test('recalled for one person a shared ambulance goes on with its link, for both it is free', async () => {
  const { alert, other, ambulance, dispatch, token } = await linkedAlerts(world, asha)
  await share(other.id, dispatch.id)
  await step(world, token, 'ACCEPTED')
  expect((await post(`${alert.id}/dispatch/cancel`, { reason: 'Walks and is fine' })).status).toBe(200)
  expect(await statusOf(world, ambulance)).toBe('BUSY')
  expect((await call(world.url, `/api/drive/${token}/`)).body).toMatchObject({ alert_id: other.id, people: 1 })
  expect((await step(world, token, 'EN_ROUTE')).status).toBe(200)
  expect(await detail(other.id)).toMatchObject({ dispatch: { state: 'EN_ROUTE' } })
  expect((await detail(alert.id)).dispatch).toBeNull()
  expect((await post(`${other.id}/dispatch/cancel`, { reason: 'Both are fine' })).status).toBe(200)
  expect(await statusOf(world, ambulance)).toBe('AVAILABLE')
  await until('the driver is called back once', async () => (await smsTo(world, ambulance.driver_phone)).length === 2)
  expect((await call(world.url, `/api/drive/${token}/`)).status).toBe(404)
})

test('a driver who cannot come declines for both, and both alerts ring again', async () => {
  const { alert, other, ambulance, dispatch, token } = await linkedAlerts(world, asha)
  await share(other.id, dispatch.id)
  await step(world, token, 'DECLINED')
  expect(await statusOf(world, ambulance)).toBe('AVAILABLE')
  for (const { id } of [alert, other]) {
    expect(await detail(id)).toMatchObject({ dispatch: null, claimed_by: null, dispatches: [{ state: 'CANCELLED' }] })
  }
})

test('an ambulance is shared only unfinished, within its accident, to an alert without one', async () => {
  const { other, dispatch, ambulance, token } = await linkedAlerts(world, asha)
  const stranger = await raisedAlert(world)
  expect((await share(stranger.id, dispatch.id)).status).toBe(409)
  expect((await share(other.id, 999_999)).status).toBe(404)
  expect((await assign(world, asha, stranger.id, { ambulance_id: ambulance.id })).status).toBe(409)
  await share(other.id, dispatch.id)
  expect((await share(other.id, dispatch.id)).status).toBe(409)
  expect((await assign(world, asha, stranger.id, { ambulance_id: ambulance.id })).status).toBe(409)
  await step(world, token, 'DONE')
  const { other: late, dispatch: over, token: over_token } = await linkedAlerts(world, asha)
  await step(world, over_token, 'DONE')
  expect((await share(late.id, over.id)).status).toBe(409)
})

test('steps, shares and recalls of one ride at once end in one state, and no request hangs', async () => {
  for (let round = 0; round < 5; round++) {
    const { alert, other, ambulance, dispatch, token } = await linkedAlerts(world, asha)
    const answers = await Promise.all([
      share(other.id, dispatch.id),
      step(world, token, 'ACCEPTED'),
      post(`${alert.id}/dispatch/cancel`, { reason: 'Wrong place' }),
      step(world, token, 'EN_ROUTE'),
      post(`${other.id}/unlink`),
    ])
    for (const { status } of answers) expect(status).toBeLessThan(500)
    const [first, second] = [await detail(alert.id), await detail(other.id)]
    expect(first.dispatch).toBeNull()
    expect(await statusOf(world, ambulance)).toBe(second.dispatch ? 'BUSY' : 'AVAILABLE')
    if (second.dispatch) await post(`${other.id}/dispatch/cancel`, { reason: 'End of the round' })
    expect(await statusOf(world, ambulance)).toBe('AVAILABLE')
  }
})

test('an ambulance that takes two people stands once in the registry', async () => {
  const { other, ambulance, dispatch } = await linkedAlerts(world, asha)
  await share(other.id, dispatch.id)
  const admin = await createPerson(world, 'admin')
  const { body } = await call(world.url, `/api/ambulances/?search=${ambulance.vehicle_number}`, {
    access: admin.access,
  })
  expect(body.results).toHaveLength(1)
})
