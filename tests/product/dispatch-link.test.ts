import type { TrackView } from '@tvarit/shared/contracts/dispatch'
import { expect, test } from 'vitest'
import {
  ambulanceSms,
  assign,
  callBack,
  createAmbulance,
  sentAmbulance,
  step,
  trackToken,
} from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const track = async (token: string, of = world) => call(of.url, `/api/track/${token}/`)

test('the link shows owner and ambulance, and afterwards neither driver nor position', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  const link = await trackToken(world, alert.subscriber.relatives[0]!)
  await call(world.url, `/api/drive/${token}/position/`, { body: { latitude: 12.98, longitude: 77.6 } })
  await step(world, token, 'EN_ROUTE')
  const view = (await track(link)).body as unknown as TrackView
  expect(view).toEqual({
    first_name: 'Ravi',
    raised_at: expect.any(String),
    status: 'PENDING',
    taken_by: 'Asha',
    place: { latitude: 12.97, longitude: 77.59, accuracy: null, landmark: null },
    ambulance: {
      state: 'EN_ROUTE',
      unseen_minutes: null,
      vehicle_number: ambulance.vehicle_number,
      outside_provider: null,
      driver_name: 'Imran Khan',
      driver_phone: ambulance.driver_phone,
      // 1.55 km x 1.4 at 30 km/h, from where it is now.
      eta_minutes: 5,
      latitude: 12.98,
      longitude: 77.6,
      position_at: expect.any(String),
    },
    hospital: null,
    call_centre_phone: world.config.BRAND_PHONE,
    language: 'en',
    confirmed: false,
    closed_at: null,
  })
  await step(world, token, 'DONE')
  expect((await track(link)).body).toMatchObject({
    ambulance: { state: 'DONE', driver_name: null, driver_phone: null, latitude: null, position_at: null },
  })
})

test('after a call-back the link shows no ambulance, then the next one, under the same address', async () => {
  const { alert } = await sentAmbulance(world, asha, { relatives: [newPhone()] })
  const [phone] = alert.subscriber.relatives as [string]
  const link = await trackToken(world, phone)
  await callBack(world, asha, alert.id)
  expect((await track(link)).body).toMatchObject({ ambulance: null })
  const next = await createAmbulance(world)
  await assign(world, asha, alert.id, { ambulance_id: next.id })
  const [, second] = await ambulanceSms(world, phone, 2)
  expect(second).toContain(`/t/${link}`)
  expect((await track(link)).body).toMatchObject({ ambulance: { vehicle_number: next.vehicle_number } })
})

test('a link that has ended is like an unknown one, also of an alert that is still open', async () => {
  const own = await createWorld()
  try {
    const { alert } = await sentAmbulance(own, await createPerson(own, 'staff'))
    const link = await trackToken(own, alert.subscriber.relatives[0]!)
    await own.advanceTime(24 * 3_600_000 + 1_000)
    const [dead, unknown] = [await track(link, own), await track('C'.repeat(22), own)]
    expect([dead.status, dead.body]).toEqual([404, unknown.body])
  } finally {
    await own.stop()
  }
})
