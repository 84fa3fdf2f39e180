import { afterAll, expect, test } from 'vitest'
import { messagesOf } from '../harness/alert-calls.ts'
import {
  assign,
  createAmbulance,
  driverToken,
  north,
  raisedAlert,
  relativesToken,
  sentAmbulance,
  step,
} from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { startFakeOsrm } from '../harness/fake-osrm.ts'
import { createHospital, hospitalToken, sendTo } from '../harness/handovers.ts'
import { createPerson, signIn } from '../harness/people.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const osrm = await startFakeOsrm()
const world = await fileWorld()
const routed = await fileWorld({ settings: { OSRM_URL: `${osrm.url}/` } })
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(routed, 'staff', 'Vikram')

afterAll(async () => {
  await osrm?.close()
})

const at = (token: string, km: number, of = world) => call(of.url, `/api/drive/${token}/position/`, { body: north(km) })

/** What the bystander and the relatives of an alert are shown, which is the same. */
async function minutesNotified(alert: { id: number; status_url: string }, of = world): Promise<unknown> {
  const pages = [`${alert.status_url}/state`, `/api/track/${await relativesToken(of, alert.id)}/`]
  const notified = await Promise.all(
    pages.map(async (page) => (await call(of.url, page)).body.ambulance as { eta_minutes: number | null }),
  )
  expect(notified[0]!.eta_minutes).toBe(notified[1]!.eta_minutes)
  return notified[0]!.eta_minutes
}

test('as the ambulance approaches all pages read fewer minutes, then none', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  const hospital = await createHospital(world)
  await sendTo(world, asha, alert.id, { hospital_id: hospital.id })
  const ward = `/api/handover/${await hospitalToken(world, hospital.phone)}/`
  const notified = async () => {
    const operator = await call(world.url, `/api/qr/alerts/${alert.id}/dispatches/`, { access: asha.access })
    const { ambulance } = (await call(world.url, ward)).body as { ambulance: { scene_eta_minutes: number | null } }
    return [
      await minutesNotified(alert),
      ambulance.scene_eta_minutes,
      (operator.body as unknown as { minutes_left: number | null }[])[0]!.minutes_left,
    ]
  }
  await at(token, 9.9)
  // x 1.4 at 30 km/h, rounded up to whole minutes.
  expect(await notified()).toEqual([28, 28, 28])
  await step(world, token, 'EN_ROUTE')
  await world.db
    .updateTable('ambulances')
    .set({ last_position_at: new Date(Date.now() - 200_000) })
    .execute()
  await at(token, 2)
  expect(await notified()).toEqual([6, 6, 6])
  await at(token, 0.01)
  expect(await notified()).toEqual([1, 1, 1])
  await step(world, token, 'AT_SCENE')
  expect(await notified()).toEqual([null, null, null])
})

test('the rest of a routed way takes its share of the time the router gave for all of it', async () => {
  osrm.answers([1_200])
  const ambulance = await createAmbulance(routed, { base_km: 4 })
  const alert = await raisedAlert(routed)
  expect(await assign(routed, vikram, alert.id, { ambulance_id: ambulance.id })).toMatchObject({
    body: { eta_minutes: 20, eta_source: 'route' },
  })
  await at(await driverToken(routed, ambulance), 0.99, routed)
  expect(await minutesNotified(alert, routed)).toBe(5)
})

test('without positions the remaining minutes count down, and none show after zero', async () => {
  const own = await createWorld({ worker: false })
  try {
    const person = await createPerson(own, 'staff')
    const alert = await raisedAlert(own)
    await assign(own, person, alert.id, { ambulance_id: (await createAmbulance(own, { base_km: 9.9 })).id })
    await own.advanceTime(18 * 60_000)
    const left = await minutesNotified(alert, own)
    // Ten, or fewer on a machine that takes minutes for this.
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(10)
    await own.advanceTime(10 * 60_000)
    expect(await minutesNotified(alert, own)).toBeNull()
  } finally {
    await own.stop()
  }
})

test.each([
  ['ten', 18, 'relative_dispatch'],
  ['no', 28, 'relative_dispatch_no_eta'],
] as const)(
  'shared with %s minutes left, an ambulance promises new relatives no more than that',
  async (_left, after, template) => {
    const own = await createWorld({ worker: false })
    try {
      const person = await createPerson(own, 'staff')
      const [first, second] = [await raisedAlert(own), await raisedAlert(own)]
      const ambulance = await createAmbulance(own, { base_km: 9.9 })
      const { body } = await assign(own, person, first.id, { ambulance_id: ambulance.id })
      await own.advanceTime(after * 60_000)
      const { access } = await signIn(own, person.id)
      const post = (path: string, input: object) =>
        call(own.url, `/api/qr/alerts/${second.id}/${path}/`, { body: input, access })
      await post('link', { with_id: first.id })
      expect((await post('dispatch/share', { dispatch_id: body.id })).status).toBe(201)
      const [sms] = await messagesOf(own, second.id)
      expect(sms!.template).toBe(template)
      for (const minutes of [(sms!.params as { eta_minutes?: number }).eta_minutes, await minutesNotified(second, own)])
        // Ten, or fewer on a machine that takes minutes for this.
        expect(minutes ?? null).toSatisfy((left) => (after === 28 ? left === null : left > 0 && left <= 10))
    } finally {
      await own.stop()
    }
  },
)

test('all pages learn that an ambulance’s positions stopped, until the next one', async () => {
  const own = await createWorld()
  try {
    const person = await createPerson(own, 'staff')
    const { alert, token } = await sentAmbulance(own, person)
    const seen = async () => {
      const track = await call(own.url, `/api/track/${await relativesToken(own, alert.id)}/`)
      const status = await call(own.url, `${alert.status_url}/state`)
      const { access } = await signIn(own, person.id)
      const operator = await call(own.url, `/api/qr/alerts/${alert.id}/dispatches/`, { access })
      const [view] = operator.body as unknown as { unseen_minutes: number | null }[]
      const relatives = (track.body.ambulance as { unseen_minutes: number | null }).unseen_minutes
      return [relatives, view!.unseen_minutes, (status.body.ambulance as { unseen: boolean }).unseen]
    }
    await at(token, 5, own)
    await own.advanceTime(29 * 60_000)
    // It was asked to wait: only a driving one must be seen.
    expect(await seen()).toEqual([null, null, false])
    await step(own, token, 'EN_ROUTE')
    expect(await seen()).toEqual([null, null, false])
    await own.advanceTime(6 * 60_000)
    expect(await seen()).toEqual([35, 35, true])
    await at(token, 2, own)
    expect(await seen()).toEqual([null, null, false])
  } finally {
    await own.stop()
  }
})

test('a position of more than five minutes ago says nothing any more', async () => {
  const own = await createWorld()
  try {
    const { alert, token } = await sentAmbulance(own, await createPerson(own, 'staff'))
    await at(token, 9.9, own)
    expect(await minutesNotified(alert, own)).toBe(28)
    await own.advanceTime(5 * 60_000)
    // Three minutes were said when it was sent.
    expect(await minutesNotified(alert, own)).toBeNull()
  } finally {
    await own.stop()
  }
})
