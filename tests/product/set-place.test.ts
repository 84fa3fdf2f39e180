import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { Candidates } from '@tvarit/shared/contracts/dispatch'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance, driverToken, north, raisedAlert, SCENE, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

const set = (id: number, body: unknown, as = asha) =>
  call(world.url, `/api/qr/alerts/${id}/place/`, { body: body as object, access: as.access })
const page = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })).body as unknown as AlertDetail
const candidates = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/ambulances/`, { access: asha.access })).body as unknown as Candidates

test('an operator sets a missing place, candidates follow, and the timeline says it', async () => {
  const ambulance = await createAmbulance(world, { base_km: 3 })
  const { id } = await raisedAlert(world, { nowhere: true })
  expect((await candidates(id)).candidates).toEqual([])
  const answer = await set(id, { ...SCENE, accuracy: 11, landmark: 'Town Hall' })
  expect(answer).toMatchObject({ status: 200, body: { ...SCENE, accuracy: 11, landmark: 'Town Hall' } })
  expect((await candidates(id)).candidates.map(({ ambulance_id }) => ambulance_id)).toContain(ambulance.id)
  await set(id, north(20))
  const { timeline } = await page(id)
  const said = timeline.filter(({ kind }) => kind === 'details').map(({ text }) => text)
  expect(said[0]).toMatch(/^Asha Rao set the place to .*Karnataka \(12\.97000, 77\.59000\)\. It was unknown before\.$/)
  expect(said[1]).toMatch(/ \(13\.14966, 77\.59000\)\. It was .*Karnataka \(12\.97000, 77\.59000\) before\.$/)
})

test('driver, relatives and the arrival of an ambulance under way follow the new place', async () => {
  const ambulance = await createAmbulance(world, { base_km: 2 })
  const { id, subscriber } = await raisedAlert(world)
  await assign(world, asha, id, { ambulance_id: ambulance.id })
  const token = await driverToken(world, ambulance)
  const { eta_minutes } = (await page(id)).dispatches[0]!
  await set(id, { ...north(12), accuracy: null })
  const [dispatch] = (await page(id)).dispatches
  expect(dispatch).toMatchObject({ distance_km: 10, eta_source: 'estimate' })
  expect(dispatch!.eta_minutes).toBeGreaterThan(eta_minutes!)
  expect((await call(world.url, `/api/drive/${token}/`)).body).toMatchObject(north(12))
  const link = await until('the relative has the link', async () => {
    const texts = await smsTo(world, subscriber.relatives[0]!)
    return /\/t\/([\w-]{22})/.exec(texts.join('\n'))?.[1]
  })
  expect((await call(world.url, `/api/track/${link}/`)).body).toMatchObject({ place: north(12) })
})

test('a place set for one alert of a shared ride is that of all, before and after sharing', async () => {
  const ambulance = await createAmbulance(world, { base_km: 2 })
  const [first, second, third] = [await raisedAlert(world), await raisedAlert(world), await raisedAlert(world)]
  const { body } = await assign(world, asha, first.id, { ambulance_id: ambulance.id })
  const share = async (id: number) => {
    const post = (path: string, input: object) =>
      call(world.url, `/api/qr/alerts/${id}/${path}/`, { body: input, access: asha.access })
    expect((await post('link', { with_id: first.id })).status).toBe(200)
    expect((await post('dispatch/share', { dispatch_id: body.id })).status).toBe(201)
  }
  await share(second.id)
  await set(second.id, { ...north(9), landmark: 'km 42' })
  await share(third.id)
  for (const { id } of [first, second, third]) expect(await page(id)).toMatchObject({ ...north(9), landmark: 'km 42' })
  expect((await page(first.id)).dispatches[0]).toMatchObject({ distance_km: 7 })
  const driver = async () => (await call(world.url, `/api/drive/${await driverToken(world, ambulance)}/`)).body
  expect(await driver()).toMatchObject(north(9))
  await closeAlert(world, asha, first.id, 'REJECTED')
  expect(await driver()).toMatchObject({ ...north(9), alert_id: second.id })
})

test('an operator’s place stays, however exact a later report is, and a far one is shown', async () => {
  const { sticker } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token, { ...SCENE, accuracy: 900 })
  await set(id, north(0.2))
  await press(world.url, sticker.token, { ...SCENE, accuracy: 5 })
  expect(await page(id)).toMatchObject({ ...north(0.2), places_differ: false })
  await press(world.url, sticker.token, { ...north(30), accuracy: 5 })
  expect(await page(id)).toMatchObject({ ...north(0.2), places_differ: true })
  await set(id, north(0.2))
  expect(await page(id)).toMatchObject({ places_differ: false })
})

test('setting the place is an act of the owner: the deadlines begin again', async () => {
  const { id } = await raisedAlert(world)
  await call(world.url, `/api/qr/alerts/${id}/claim/`, { body: {}, access: asha.access })
  const before = (await page(id)).owner_deadline!
  await set(id, north(1))
  expect(Date.parse((await page(id)).owner_deadline!)).toBeGreaterThan(Date.parse(before))
})

test('only a place in India is accepted, and a rejected alert keeps its place', async () => {
  const { id } = await raisedAlert(world)
  const before = await page(id)
  for (const body of [
    {},
    { latitude: 12.97 },
    { latitude: 51.5, longitude: -0.12 },
    { latitude: 91, longitude: 77 },
    { latitude: '12.97', longitude: '77.59' },
    { latitude: null, longitude: null },
    { ...SCENE, accuracy: -1 },
    { ...SCENE, landmark: 'x'.repeat(121) },
    { ...SCENE, report_id: before.reports[0]!.id },
    { ...SCENE, who: 'me' },
    [SCENE],
  ]) {
    expect(await set(id, body)).toMatchObject({ status: 400 })
  }
  expect((await set(id, { latitude: 51.5, longitude: -0.12 })).body).toEqual({
    latitude: ['This place is outside India. Check the order of the numbers, or ask again.'],
  })
  const after = await page(id)
  expect(after).toMatchObject({ ...SCENE, accuracy: before.accuracy, landmark: before.landmark })
  expect(after.timeline.filter(({ kind }) => kind === 'details')).toEqual([])
  const audited = world.db.selectFrom('audit_log').select('id').where('action', '=', 'alert.place_chosen')
  expect(await audited.where('subject_id', '=', id).execute()).toEqual([])
  await call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    body: { status: 'REJECTED', description: 'Pressed by mistake.' },
    access: asha.access,
  })
  expect((await set(id, north(1))).status).toBe(409)
  expect((await set(999_999, SCENE)).status).toBe(404)
})

test('retention erases places on the timeline, and who set one stays', async () => {
  const { id } = await raisedAlert(world)
  await set(id, north(1))
  await world.db
    .updateTable('alert_events')
    .set({ detail: sql`detail_without_people(detail)` })
    .where('alert_id', '=', id)
    .execute()
  expect((await page(id)).timeline.map(({ text }) => text)).toContain('Asha Rao set the place.')
})

test('a text that is too long to name a place is rejected', async () => {
  const find = (text: string) => call(world.url, `/api/places/?text=${text}`, { access: asha.access })
  expect((await find('x'.repeat(2001))).status).toBe(400)
  expect((await find('')).status).toBe(400)
  expect(await find('560066')).toMatchObject({ status: 200, body: { problem: null } })
})

test('the bystander’s page language is kept with the report, API clients send none', async () => {
  const [by_page, by_program] = [await createSubscriber(world), await createSubscriber(world)]
  const pressed = await press(world.url, by_page.sticker.token, { ...SCENE, language: 'kn' })
  const silent = await press(world.url, by_program.sticker.token, SCENE)
  expect((await page(pressed.id)).reports).toMatchObject([{ language: 'kn' }])
  expect((await page(silent.id)).reports).toMatchObject([{ language: null }])
})
