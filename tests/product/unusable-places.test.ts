import { expect, test } from 'vitest'
import { assign, candidates, createAmbulance, north, raisedAlert, sentAmbulance, SCENE } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

interface Detail {
  latitude: number | null
  accuracy: number | null
  places_differ: boolean
  reports: {
    id: string
    latitude: number | null
    longitude: number | null
    accuracy: number | null
    place: string | null
  }[]
}
const detail = async (id: number): Promise<Detail> =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })).body as unknown as Detail

const UNUSABLE = [
  { latitude: 0, longitude: 0, accuracy: 10 },
  { latitude: 51.5072, longitude: -0.1276, accuracy: 30 },
  { latitude: 34.5553, longitude: 69.2075, accuracy: 30 },
  { ...SCENE, accuracy: 60_000 },
]

test.each(UNUSABLE)(
  'a press from $latitude, $longitude (accuracy $accuracy) is an alert without a place',
  async (place) => {
    const { sticker } = await createSubscriber(world)
    const { id, http } = await press(world.url, sticker.token, place)
    expect(http).toBe(201)
    const alert = await detail(id)
    expect(alert).toMatchObject({ latitude: null, accuracy: null, places_differ: false, reports: [place] })
    expect(await candidates(world, asha, id)).toMatchObject({ has_location: false, candidates: [] })
    // The operator cannot take it either.
    const set = await call(world.url, `/api/qr/alerts/${id}/place/`, {
      access: asha.access,
      body: { report_id: alert.reports[0]!.id },
    })
    expect(set).toMatchObject({ status: 400, body: { report_id: [expect.stringContaining('cannot be used')] } })
    // What comes next is taken as if there had been none, and marks nothing.
    await press(world.url, sticker.token, { ...SCENE, accuracy: 40 })
    expect(await detail(id)).toMatchObject({ ...SCENE, accuracy: 40, places_differ: false })
  },
)

test('an unusable place from a second report or addition leaves the known one unchanged', async () => {
  const { id, status_url, subscriber } = await raisedAlert(world)
  for (const place of UNUSABLE) {
    await press(world.url, subscriber.sticker.token, place)
    expect(await call(world.url, `${status_url}/details/`, { body: { ...place, accuracy: 1 } })).toMatchObject({
      status: 200,
    })
  }
  expect(await detail(id)).toMatchObject({ ...SCENE, places_differ: false })
})

test('a driver’s phone that says it is at 0,0 or jumps 300 km moves no ambulance', async () => {
  const { ambulance, token } = await sentAmbulance(world, asha)
  const at = (body: Record<string, unknown>) => call(world.url, `/api/drive/${token}/position/`, { body })
  const known = () =>
    world.db
      .selectFrom('ambulances')
      .select(['last_latitude as latitude', 'last_longitude as longitude'])
      .where('id', '=', ambulance.id)
      .executeTakeFirstOrThrow()
  expect(await at({ latitude: 0, longitude: 0 })).toMatchObject({ status: 200 })
  expect(await at({ ...north(5), accuracy: 80_000 })).toMatchObject({ status: 200 })
  expect((await known()).latitude).toBeNull()
  await at(north(5))
  for (const place of [north(300), { latitude: 0, longitude: 0 }, north(12)]) expect((await at(place)).status).toBe(200)
  expect(await known()).toEqual(north(5))
  await at(north(4))
  expect(await known()).toEqual(north(4))
  // What it says after five silent minutes is believed: the first place may have been the wrong one.
  const last_position_at = new Date(Date.now() - 301_000)
  await world.db.updateTable('ambulances').set({ last_position_at }).where('id', '=', ambulance.id).execute()
  await at(north(300))
  expect(await known()).toEqual(north(300))
})

test('arrivals above three hours are not shown, above an hour not in an SMS', async () => {
  for (const [base_km, minutes_left] of [
    [29.9, 84],
    [100, null],
  ] as const) {
    const ambulance = await createAmbulance(world, { base_km })
    const { id, subscriber, status_url } = await raisedAlert(world)
    await assign(world, asha, id, { ambulance_id: ambulance.id })
    expect((await call(world.url, `${status_url}/state`)).body).toMatchObject({
      ambulance: { eta_minutes: minutes_left },
    })
    await expect
      .poll(() =>
        world.db
          .selectFrom('messages')
          .select('template')
          .where('alert_id', '=', id)
          .where('to_phone', '=', subscriber.relatives[0]!)
          .where('template', 'like', 'relative_dispatch%')
          .execute(),
      )
      .toEqual([{ template: 'relative_dispatch_no_eta' }])
  }
})
