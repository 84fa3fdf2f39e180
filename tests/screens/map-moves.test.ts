import { expect, test } from 'vitest'
import { createAmbulance } from '../harness/ambulances.ts'
import { mapWorld } from '../journeys/map-world.ts'
import { eventually, visit } from '../journeys/browser.ts'
import { drawn, mapOf } from '../journeys/map-points.ts'

const { world, browser, admin, garage, raise, openAmbulances } = await mapWorld()
const car = (vehicle_number: string, latitude: number, longitude: number, more = {}) =>
  createAmbulance(world, { vehicle_number, base: { latitude, longitude }, ...more })

test('the map shows every ambulance where it is, and moves by buttons, keys, wheel and drag', async () => {
  await car('KA01AB0001', 13, 77.5)
  await car('KA01AB0002', 12.8, 77.5)
  await car('KA01AB0003', 12.97, 77.59, { last: { latitude: 12.9, longitude: 77.7 } })
  const page = await visit(browser, world, '/ambulances', { as: admin })
  await page.getByRole('search').getByText('Map', { exact: true }).click()
  await page.waitForURL(/view=map/)
  const map = await mapOf(page, /^Map of ambulances: 3 points$/)
  const fitted = await drawn(map)
  const [north, south, east] = ['KA01AB0001', 'KA01AB0002', 'KA01AB0003'].map((label) => fitted[label]!)
  expect(north!.x).toBeCloseTo(south!.x, 0)
  expect(north!.y).toBeLessThan(east!.y)
  expect(east!.y).toBeLessThan(south!.y)
  // At 12.9 degrees a degree of longitude is cos(12.9) of one of latitude: 0.2 degrees each way. Pixels are whole.
  expect((east!.x - north!.x) / (south!.y - north!.y)).toBeCloseTo(Math.cos((12.9 * Math.PI) / 180), 2)

  const width = async () => {
    const now = await drawn(map)
    return now.KA01AB0003!.x - now.KA01AB0001!.x
  }
  const first = await width()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await eventually(width).toBeCloseTo(first / 2, -1)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await eventually(width).toBeCloseTo(first, -1)
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await eventually(() => drawn(map)).toEqual(fitted)

  await map.focus()
  await page.keyboard.press('ArrowRight')
  await eventually(async () => (await drawn(map)).KA01AB0001!.x).toBeCloseTo(north!.x - 80, 0)
  await page.keyboard.press('ArrowDown')
  await eventually(async () => (await drawn(map)).KA01AB0001!.y).toBeCloseTo(north!.y - 80, 0)
  await page.keyboard.press('-')
  await eventually(width).toBeCloseTo(first / 2, -1)
  await page.keyboard.press('+')
  await eventually(width).toBeCloseTo(first, -1)
  await page.keyboard.press('0')
  await eventually(() => drawn(map)).toEqual(fitted)

  const box = (await map.boundingBox())!
  await page.mouse.move(box.x + 300, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x + 360, box.y + 170, { steps: 4 })
  await page.mouse.up()
  await eventually(async () => (await drawn(map)).KA01AB0001!.x).toBeCloseTo(north!.x + 60, 0)
  expect((await drawn(map)).KA01AB0001!.y).toBeCloseTo(north!.y - 30, 0)
  await page.keyboard.press('0')
  await page.mouse.wheel(0, 120)
  await eventually(width).toBeLessThan(first * 0.75)
  await page.keyboard.press('0')
  await eventually(() => drawn(map)).toEqual(fitted)

  await page.getByRole('heading', { name: 'Ambulances' }).click()
  await map.evaluate((element) => (element as HTMLElement).blur())
  await page.mouse.move(box.x + 300, box.y + 200)
  await page.mouse.wheel(0, 120)
  await page.getByRole('list', { name: 'Legend' }).waitFor()
  expect(await drawn(map)).toEqual(fitted)
})

test('the list beside the map says what each point is and brings it to the middle', async () => {
  await car('KA01AB0001', 13, 77.5)
  await car('KA01AB0002', 12.97, 77.59, { status: 'OFF' })
  await car('KA01AB0003', 12.97, 77.59, { last: { latitude: 12.9, longitude: 77.7 } })
  const page = await openAmbulances()
  const map = await mapOf(page, /^Map of ambulances: 3 points$/)
  const list = page.getByRole('list', { name: 'Map of ambulances, as a list' })
  await list.getByRole('button', { name: /KA01AB0001\s*Available\. At its base/ }).waitFor()
  await list.getByRole('button', { name: /KA01AB0002\s*Off\. At its base/ }).waitFor()
  await list.getByRole('button', { name: /KA01AB0003\s*Available\. Position \d min old/ }).focus()
  await page.keyboard.press('Enter')
  const box = (await map.boundingBox())!
  await eventually(async () => Math.round((await drawn(map)).KA01AB0003!.x)).toBe(Math.round(box.width / 2))
  await page.getByRole('status').filter({ hasText: 'KA01AB0003 Available. Position' }).waitFor()
  await page.getByRole('search').getByText('Off', { exact: true }).click()
  await page.getByRole('group', { name: /^Map of ambulances: 1 point$/ }).waitFor()
  expect(await list.getByRole('button').count()).toBe(1)
})

test('the map stays where it was moved, over updates and a reload, until Show all', async () => {
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
  await eventually(() => focused.getAttribute('aria-label')).toMatch(/^Nila Kumar: \d+:\d\d old\./)
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
