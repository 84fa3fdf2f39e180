import type { Page } from 'playwright-core'
import { afterEach, beforeEach } from 'vitest'
import { closeProfiles, fileBrowser, visit } from './browser.ts'
import { alterAlerts } from '../harness/alert-calls.ts'
import { createAmbulance } from '../harness/ambulances.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

/** A world in which no ambulance is there and no alert is open when a test begins, and an admin who looks at maps. */
export async function mapWorld() {
  const world = await fileWorld({ web: true, worker: false })
  const browser = await fileBrowser()
  const admin = await createPerson(world, 'admin', 'Meera')
  beforeEach(() => world.pool.query('delete from dispatches; delete from ambulances'))
  afterEach(async () => {
    await closeProfiles(browser)
    await alterAlerts(world, { status: 'ATTENDED' })
  })

  /** Ambulances at their bases: KA01AB1000, KA01AB1001 and so on. */
  const garage = (...places: [latitude: number, longitude: number][]) =>
    Promise.all(
      places.map(([latitude, longitude], at) =>
        createAmbulance(world, { vehicle_number: `KA01AB${1000 + at}`, base: { latitude, longitude } }),
      ),
    )
  const raise = async (first_name: string, latitude: number, longitude: number) =>
    press(world.url, (await createSubscriber(world, { first_name })).sticker.token, {
      latitude,
      longitude,
      accuracy: 9,
    })
  const openAmbulances = (where = world): Promise<Page> => visit(browser, where, '/ambulances?view=map', { as: admin })

  return { world, browser, admin, garage, raise, openAmbulances }
}
