import type { Page } from 'playwright-core'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { mapWorld } from '../journeys/map-world.ts'
import { createPerson } from '../harness/people.ts'
import { streetArchive } from '../harness/street-archive.ts'
import { startTileServer } from '../harness/tile-server.ts'
import { fileWorld } from '../harness/world.ts'
import { eventually, visit } from '../journeys/browser.ts'
import { faults } from '../journeys/viewports.ts'
import { colours, mapOf } from '../journeys/map-points.ts'

const { world, browser, admin, garage, raise, openAmbulances } = await mapWorld()
const tiles = await startTileServer()
afterAll(() => tiles.close())
const mapped = await fileWorld({
  web: true,
  worker: false,
  settings: { MAP_TILE_URL: tiles.url, MAP_ATTRIBUTION: '© Us' },
})
let streets: { url: string }
beforeAll(async () => {
  await createStorage(world.config).put('maps/city.pmtiles', streetArchive(), 'application/octet-stream')
  streets = await world.anotherServer({ MAP_PMTILES: 'city.pmtiles' })
})

/** Every address that the page asked, other than our own server's. */
function outside(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(world.url) && !/^(data|blob):/.test(request.url())) asked.push(request.url())
  })
  return asked
}

test('without any setting the ground is land, water and towns, drawn without asking anybody else', async () => {
  await garage([13.08, 80.2])
  const page = await visit(browser, world, '/dashboard', { as: admin })
  const asked = outside(page)
  await page.goto(`${world.url}/ambulances?view=map`)
  const map = await mapOf(page, /^Map of ambulances: 1 point$/)
  // Zoomed out from Chennai to land, sea and the name of the town.
  await map.focus()
  for (const _level of [1, 2, 3, 4, 5]) await page.keyboard.press('-')
  await eventually(() => colours(map)).toContain('#f6f3ea')
  await eventually(() => colours(map)).toContain('#b5d3e5')
  await eventually(() => colours(map)).toContain('#4d4a42')
  await page.getByText('Natural Earth | © GeoNames | Department of Posts').waitFor()
  expect(asked).toEqual([])
  expect(faults(page)).toEqual([])
})

test('the name of a town gives way to a point that lies on it, and to its label', async () => {
  await garage([12.97194, 77.59369])
  const page = await openAmbulances(world)
  const map = await mapOf(page, /^Map of ambulances: 1 point$/)
  const label = map.getByText('KA01AB1000', { exact: true })
  await eventually(() => colours(map)).toContain('#4d4a42')
  await eventually(() => colours(map, label)).not.toContain('#4d4a42')
  expect(await colours(map, map.getByRole('button', { name: 'KA01AB1000' }))).toEqual(['#f6f3ea'])
})

test('without streets the map says so, and Operations says how to get them', async () => {
  await garage([13.08, 80.2])
  const page = await visit(browser, world, '/ambulances?view=map', { as: admin })
  await page.getByText('No streets: Operations says how to add them').waitFor()
  await page.goto(`${world.url}/ops`)
  await page.getByText(/npm run map:fetch/).waitFor()
  await openAmbulances({ ...world, url: streets.url }).then(async (with_streets) => {
    await with_streets.getByText('© OpenStreetMap contributors').waitFor()
    expect(await with_streets.getByText('No streets').count()).toBe(0)
  })
})

test('with a PMTiles archive the map has its streets and credits them, but never its boundaries', async () => {
  await garage([12.9716, 77.5946])
  const page = await openAmbulances({ ...world, url: streets.url })
  const map = await mapOf(page, /^Map of ambulances: 1 point$/)
  await eventually(() => colours(map)).toContain('#ffffff')
  expect(await colours(map)).not.toContain('#adadad')
  await page.getByText('© OpenStreetMap contributors').waitFor()
  expect(faults(page)).toEqual([])
})

test('a page loads the library of the map only when a map is asked for', async () => {
  await raise('Nila', 12.97, 77.59)
  const page = await visit(browser, world, '/qr-alerts', { as: admin })
  await page.getByRole('article', { name: /Nila/ }).waitFor()
  const loaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => /map-library|base-map/.test(name)),
    )
  expect(await loaded()).toEqual([])
  await page.getByText('Map', { exact: true }).click()
  await mapOf(page, /^Map of open alerts/)
  expect(await loaded()).not.toEqual([])
})

test('with MAP_TILE_URL the map has credited streets, and works when the server is gone', async () => {
  await raisedAlert(mapped, { first_name: 'Qadir' })
  const page = await visit(browser, mapped, '/qr-alerts?view=map', { as: await createPerson(mapped, 'admin') })
  const map = await mapOf(page, /^Map of open alerts and ambulances: 1 point$/)
  await page.getByText('© Us').waitFor()
  const images = map.locator('img.leaflet-tile-loaded')
  await eventually(() => images.count()).toBeGreaterThan(5)
  // Zoom 14 around Bengaluru, as any slippy map numbers its tiles.
  expect([...tiles.asked]).toContain('14/11723/7596')
  expect(faults(page)).toEqual([])

  await page.route(`${new URL(tiles.url).origin}/**`, (route) => route.abort())
  await page.reload()
  await mapOf(page, /: 1 point$/)
  await map.getByRole('button', { name: /^Qadir Kumar: / }).waitFor()
  await eventually(() => colours(map)).toContain('#f6f3ea')
})
