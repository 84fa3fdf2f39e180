import { freePort } from '@tvarit/shared/platform/process/free-port'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assign, candidates, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { type FakeOsrm, startFakeOsrm } from '../harness/fake-osrm.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { createWorld, type World } from '../harness/world.ts'

describe('with a router', () => {
  let osrm: FakeOsrm
  let routed: World
  let staff: Person
  beforeAll(async () => {
    osrm = await startFakeOsrm()
    routed = await createWorld({ settings: { OSRM_URL: `${osrm.url}/` } })
    staff = await createPerson(routed, 'staff', 'Asha')
    for (const base_km of [1, 2, 3]) await createAmbulance(routed, { base_km })
  })
  afterAll(async () => {
    await routed?.stop()
    await osrm?.close()
  })
  beforeEach(() => {
    osrm.mode('right')
    osrm.answers([])
    osrm.requests.length = 0
  })

  test('the order is that of the driving times, which are asked for in one request', async () => {
    osrm.answers([1_201, 299, 600])
    const answer = await candidates(routed, staff, (await raisedAlert(routed)).id)
    expect(answer.router).toBe('ok')
    expect(answer.candidates.map((each) => [Math.round(each.distance_km!), each.eta_minutes, each.eta_source])).toEqual(
      [
        [2, 5, 'route'],
        [3, 10, 'route'],
        [1, 21, 'route'],
      ],
    )
    expect(osrm.requests).toHaveLength(1)
  })

  test('an ambulance no road leads from is estimated', async () => {
    osrm.answers([null, 60, 60])
    const answer = await candidates(routed, staff, (await raisedAlert(routed)).id)
    expect(answer.candidates.map((each) => [each.eta_minutes, each.eta_source])).toEqual([
      [1, 'route'],
      [1, 'route'],
      [3, 'estimate'],
    ])
  })

  test.each(['slow', 'error_500', 'no_json', 'other_shape', 'too_few', 'negative', 'redirect'] as const)(
    'a router that is %s: estimates soon, by distance, after one request',
    async (behaviour) => {
      osrm.answers([900, 60, 60])
      osrm.mode(behaviour)
      const { id } = await raisedAlert(routed)
      const begin = Date.now()
      const answer = await candidates(routed, staff, id)
      expect(Date.now() - begin).toBeLessThan(15_000)
      expect(answer.router).toBe('failed')
      expect(answer.candidates.map((each) => [each.eta_minutes, each.eta_source])).toEqual([
        [3, 'estimate'],
        [6, 'estimate'],
        [9, 'estimate'],
      ])
      expect(osrm.requests).toHaveLength(1)
    },
  )

  test('a router that is dead: estimates, and an ambulance can be sent all the same', async () => {
    const dead = await createWorld({ worker: false, settings: { OSRM_URL: `http://127.0.0.1:${await freePort()}` } })
    try {
      const person = await createPerson(dead, 'staff')
      const ambulance = await createAmbulance(dead)
      const { id } = await raisedAlert(dead)
      expect(await candidates(dead, person, id)).toMatchObject({
        router: 'failed',
        candidates: [{ eta_minutes: 3, eta_source: 'estimate' }],
      })
      expect(await assign(dead, person, id, { ambulance_id: ambulance.id })).toMatchObject({
        status: 201,
        body: { eta_minutes: 3, eta_source: 'estimate' },
      })
    } finally {
      await dead.stop()
    }
  })

  test('what is sent keeps the driving time of the moment it was sent', async () => {
    osrm.answers([421])
    const ambulance = await createAmbulance(routed, { base_km: 1 })
    const { id } = await raisedAlert(routed)
    expect(await assign(routed, staff, id, { ambulance_id: ambulance.id })).toMatchObject({
      body: { eta_minutes: 8, eta_source: 'route', inside_plan: true },
    })
  })
})
