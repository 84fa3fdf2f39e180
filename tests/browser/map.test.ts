import type { Page } from 'playwright-core'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { streetArchive } from '../harness/street-archive.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, complaints, eventually, fileBrowser, visit } from './browser.ts'
import { colours, drawn, mapOf } from './map-points.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')
let streets: { url: string }

beforeAll(async () => {
  await createStorage(world.config).put('maps/city.pmtiles', streetArchive(), 'application/octet-stream')
  streets = await world.anotherServer({ MAP_PMTILES: 'city.pmtiles' })
})
beforeEach(() => world.pool.query('delete from dispatches; delete from ambulances'))
afterEach(async () => {
  await closeProfiles(browser)
  await world.db.updateTable('alerts').set({ status: 'ATTENDED' }).execute()
})

const ambulance = (vehicle_number: string, base_latitude: number, base_longitude: number) => ({
  vehicle_number,
  operator: 'Namma Ambulance',
  driver_name: 'Basavaraj Patil',
  driver_phone: '9000000021',
  base_latitude,
  base_longitude,
})
const garage = (...places: [latitude: number, longitude: number][]) =>
  world.db
    .insertInto('ambulances')
    .values(places.map(([latitude, longitude], at) => ambulance(`KA01AB${1000 + at}`, latitude, longitude)))
    .execute()
const raise = async (first_name: string, latitude: number, longitude: number) =>
  press(world.url, (await createSubscriber(world, { first_name })).sticker.token, { latitude, longitude, accuracy: 9 })
const openAmbulances = async (options = {}, where = world): Promise<Page> =>
  visit(browser, where, '/ambulances?view=map', { as: admin, ...options })

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
  expect(complaints.get(page)).toEqual([])
})

test('with a PMTiles archive the map has its streets and credits them, but never its boundaries', async () => {
  await garage([12.9716, 77.5946])
  const page = await openAmbulances({}, { ...world, url: streets.url })
  const map = await mapOf(page, /^Map of ambulances: 1 point$/)
  await eventually(() => colours(map)).toContain('#ffffff')
  expect(await colours(map)).not.toContain('#adadad')
  await page.getByText('© OpenStreetMap contributors').waitFor()
  expect(complaints.get(page)).toEqual([])
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

test('points that would cover each other are one with their number; a press shows them apart', async () => {
  await garage([12.97, 77.59], [12.9702, 77.5903], [13.1, 77.7])
  const page = await openAmbulances()
  const map = await mapOf(page, /^Map of ambulances: 3 points$/)
  const together = map.getByRole('button', { name: /^2 close together/ })
  expect(await together.textContent()).toBe('2')
  await together.click()
  await map.getByRole('button', { name: /^KA01AB1000: Available/ }).waitFor()
  await map.getByRole('button', { name: /^KA01AB1001: Available/ }).waitFor()
  await page.getByRole('button', { name: '1 more outside this view: show all' }).click()
  await map.getByRole('button', { name: /^KA01AB1002/ }).waitFor()
})

test('points at one and the same place are named one by one when their number is pressed', async () => {
  await garage([12.97, 77.59], [12.97, 77.59])
  const page = await openAmbulances()
  const map = await mapOf(page, /^Map of ambulances: 2 points$/)
  await map.getByRole('button', { name: /^2 close together/ }).click()
  await page.getByRole('status').getByText('KA01AB1000').waitFor()
  await page.getByRole('status').getByText('KA01AB1001').waitFor()
})

test('however many points there are, no label covers another label or another point', async () => {
  await garage(...Array.from({ length: 200 }, (_each, at) => spread(at, 1.2)))
  const subscribers = await Promise.all(
    Array.from({ length: 40 }, (_each, at) => raise(`Nila${at}`, ...spread(at, 0.6))),
  )
  expect(subscribers.every(({ http }) => http === 201)).toBe(true)
  const page = await visit(browser, world, '/qr-alerts?view=map', { as: admin })
  const map = await mapOf(page, /^Map of open alerts and ambulances: 240 points$/)
  let labels = 0
  for (const _level of [1, 2, 3, 4]) {
    const boxes = await map.evaluate((element) => {
      const box = (node: Element) => {
        const { left, right, top, bottom } = node.getBoundingClientRect()
        return { left, right, top, bottom, whose: node.closest('button')!.getAttribute('aria-label')! }
      }
      const buttons = [...element.querySelectorAll('button')]
      return {
        labels: buttons
          .flatMap((button) => [...button.querySelectorAll('span')])
          .filter((span) => /\D/.test(span.textContent))
          .map(box),
        marks: buttons.map((button) => box(button.querySelector('svg, span')!)),
      }
    })
    labels += boxes.labels.length
    for (const label of boxes.labels) {
      const covered = [...boxes.labels, ...boxes.marks].filter(
        (other) =>
          other.whose !== label.whose &&
          other.left < label.right &&
          other.right > label.left &&
          other.top < label.bottom &&
          other.bottom > label.top,
      )
      expect(covered.map(({ whose }) => `${label.whose} covers ${whose}`)).toEqual([])
    }
    await page.getByRole('button', { name: 'Zoom in' }).click()
  }
  expect(labels).toBeGreaterThan(10)
})

/** Places around Bengaluru, the same each time. */
function spread(at: number, degrees: number): [latitude: number, longitude: number] {
  const part = (factor: number) => ((at * factor) % 1) - 0.5
  return [12.97 + part(0.618034) * degrees, 77.59 + part(0.414214) * degrees]
}

test('one alert far away does not zoom the map out; it is counted, and one press shows all', async () => {
  for (const at of [1, 2, 3, 4, 5]) await raise(`Near${at}`, ...spread(at, 0.2))
  await raise('Far', 28.61, 77.21)
  const page = await visit(browser, world, '/qr-alerts?view=map', { as: admin })
  const map = await mapOf(page, /^Map of open alerts and ambulances: 6 points$/)
  await map.getByRole('button', { name: /^Near1 Kumar: / }).waitFor()
  expect(await map.getByRole('button', { name: /^Far/ }).count()).toBe(0)
  await page.getByRole('button', { name: '1 more outside this view: show all' }).click()
  await map.getByRole('button', { name: /^Far Kumar: / }).waitFor()
  expect(await page.getByRole('button', { name: /outside this view/ }).count()).toBe(0)
})

test('the map stays where a person has moved it: while points change, after a reload, and until Show all', async () => {
  await garage([12.97, 77.59])
  const page = await openAmbulances()
  const map = await mapOf(page, /^Map of ambulances: 1 point$/)
  await map.focus()
  const fitted = await drawn(map)
  await page.keyboard.press('ArrowLeft')
  await eventually(async () => (await drawn(map)).KA01AB1000!.x).toBeCloseTo(fitted.KA01AB1000!.x + 80, 0)
  const moved = await drawn(map)
  await page.reload()
  await mapOf(page, /^Map of ambulances: 1 point$/)
  await eventually(async () => (await drawn(map)).KA01AB1000?.x).toBeCloseTo(moved.KA01AB1000!.x, 0)
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await eventually(() => drawn(map)).toEqual(fitted)
})

test('every point is reached and opened by keyboard, and has a name', async () => {
  await raise('Nila', 12.97, 77.59)
  const page = await visit(browser, world, '/qr-alerts?view=map', { as: admin })
  const map = await mapOf(page, /^Map of open alerts and ambulances: 1 point$/)
  await map.focus()
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  expect(await focused.getAttribute('aria-label')).toMatch(/^Nila Kumar: \d+:\d\d old\./)
  await page.keyboard.press('Enter')
  const link = page.getByRole('status').filter({ hasText: 'Nila Kumar' }).getByRole('link', { name: 'Open' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/qr-alerts\/\d+$/)
})

test('a pin is set by a click, moved by keys and by typing, and says where it is', async () => {
  const page = await visit(browser, world, '/ambulances', { as: admin })
  await page.getByRole('button', { name: 'Add Ambulance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Ambulance' })
  const map = await mapOf(page, 'Base, map')
  const latitude = dialog.getByLabel('Base latitude')
  const longitude = dialog.getByLabel('Base longitude')
  await dialog.getByText('Base: no pin yet').waitFor()
  await latitude.fill('12.9719, 77.6412')
  const pin = map.getByRole('button', { name: /^Base: pin at 12\.97190, 77\.64120\./ })
  await pin.waitFor()
  await pin.focus()
  await page.keyboard.press('ArrowUp')
  await eventually(async () => Number(await latitude.inputValue())).toBeGreaterThan(12.9719)
  expect(await longitude.inputValue()).toBe('77.6412')
  await page.keyboard.press('ArrowRight')
  await eventually(async () => Number(await longitude.inputValue())).toBeGreaterThan(77.6412)
  const moved = map.getByRole('button', { name: `Base: pin at ${Number(await latitude.inputValue()).toFixed(5)}` })
  await moved.waitFor()
  // The pin keeps the focus from key to key.
  expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Base: pin at/)

  const box = (await map.boundingBox())!
  await page.mouse.click(box.x + 60, box.y + 60)
  await eventually(async () => Number(await longitude.inputValue())).toBeLessThan(77.6412)
  const clicked = await longitude.inputValue()
  await map.focus()
  await page.keyboard.press('Enter')
  await eventually(async () => Number(await longitude.inputValue())).toBeGreaterThan(Number(clicked))
})
