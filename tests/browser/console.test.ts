import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startTileServer } from '../harness/tile-server.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, complaints, eventually, sirens, visit, widget, fileBrowser } from './browser.ts'
import { colours, mapOf } from './map-points.ts'

const tiles = await startTileServer()
const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const mapped = await fileWorld({
  web: true,
  worker: false,
  settings: { MAP_TILE_URL: tiles.url, MAP_ATTRIBUTION: '© Us' },
})
const staff = await createPerson(world, 'staff', 'Asha')

afterEach(async () => {
  await closeProfiles(browser)
  await world.db.updateTable('alerts').set({ status: 'ATTENDED' }).execute()
})
afterAll(async () => {
  await tiles?.close()
})

const HERE = { latitude: 12.9716, longitude: 77.5946, accuracy: 12 }

async function raise(first_name: string, place: Record<string, unknown> = HERE, where = world): Promise<number> {
  const { sticker } = await createSubscriber(where, { first_name })
  return (await press(where.url, sticker.token, place)).id
}

const card = (page: Page, name: string) => page.getByRole('article', { name: `${name} Kumar` })
const focused = (page: Page, name: string) =>
  eventually(() => card(page, name).evaluate((element) => element === document.activeElement))
const toBoard = (options = {}) => visit(browser, world, '/qr-alerts', { as: staff, ...options })

test('the keys J and K walk through the open alerts, and C, A and R act on the chosen one', async () => {
  await raise('Farah')
  const second = await raise('Gopal')
  const page = await toBoard()
  await card(page, 'Gopal').waitFor()
  await page.keyboard.press('j')
  await focused(page, 'Farah').toBe(true)
  await page.keyboard.press('k')
  await focused(page, 'Farah').toBe(true)
  await page.keyboard.press('J')
  await focused(page, 'Gopal').toBe(true)
  await page.keyboard.press('j')
  await focused(page, 'Gopal').toBe(true)

  await page.keyboard.press('c')
  await card(page, 'Gopal').getByText('You have it since').waitFor()
  await card(page, 'Farah').getByText('Nobody has it yet').waitFor()

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject alert: Gopal Kumar' })
  const field = dialog.getByRole('textbox')
  await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  // While a person types, a letter is a letter.
  await page.keyboard.type('ajar, cka')
  expect(await field.inputValue()).toBe('ajar, cka')
  expect(await page.getByRole('dialog', { name: /^Attend/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await focused(page, 'Gopal').toBe(true)
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Attend alert: Gopal Kumar' }).waitFor()
  await page.keyboard.press('Escape')
  await focused(page, 'Gopal').toBe(true)
  await page.keyboard.press('Enter')
  await eventually(() => new URL(page.url()).pathname).toBe(`/qr-alerts/${second}`)
})

test('without a chosen alert the keys act on the most pressing one, and say whose it is', async () => {
  await raise('Hema')
  await raise('Imran')
  const page = await toBoard()
  await card(page, 'Imran').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Attend alert: Hema Kumar' }).waitFor()
})

test('on the page of an alert J and K go to the others, C, A and R act on it, none of it when it is closed', async () => {
  const first = await raise('Jaya')
  const second = await raise('Kiran')
  const page = await visit(browser, world, `/qr-alerts/${first}`, { as: staff })
  await page.getByRole('heading', { name: 'Jaya Kumar', level: 1 }).waitFor()
  await widget(page, 'active').or(widget(page, 'offline')).waitFor()
  await eventually(async () => {
    await page.keyboard.press('j')
    return new URL(page.url()).pathname
  }).toBe(`/qr-alerts/${second}`)
  await page.getByRole('heading', { name: 'Kiran Kumar', level: 1 }).waitFor()
  await page.keyboard.press('c')
  await page.getByText('You have it since').waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Jaya Kumar', level: 1 }).waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject alert: Jaya Kumar' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Asha Rao rejected this alert at').waitFor()
  // The news of the rejection may come by the stream before the answer that ends the dialog; till then keys rest.
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('a')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
})

test('? shows the keys and switches them off for whom they are in the way', async () => {
  await raise('Lata')
  const page = await toBoard()
  await card(page, 'Lata').waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Attend the alert').waitFor()
  await page.keyboard.press('a')
  expect(await page.getByRole('dialog', { name: /^Attend/ }).count()).toBe(0)
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.keyboard.press('r')
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog', { name: /Reject|Keyboard/ }).count()).toBe(0)
  await page.reload()
  await card(page, 'Lata').waitFor()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Keys' }).click()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Reject alert: Lata Kumar' }).waitFor()
})

test('a common reason is one press; it replaces another one and is added to what a person wrote', async () => {
  const id = await raise('Manu')
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: staff })
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject alert: Manu Kumar' })
  const text = dialog.getByRole('textbox')
  expect(await text.inputValue()).toBe('Alert has been rejected by staff.')
  await dialog.getByRole('button', { name: 'Test by the owner.' }).click()
  expect(await text.inputValue()).toBe('Test by the owner.')
  await dialog.getByRole('button', { name: 'Pressed by mistake.' }).click()
  expect(await text.inputValue()).toBe('Pressed by mistake.')
  await text.fill('A child played with it.')
  await dialog.getByRole('button', { name: 'Pressed by mistake.' }).click()
  expect(await text.inputValue()).toBe('A child played with it. Pressed by mistake.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Alert rejected successfully!').waitFor()
  const { description } = await world.db
    .selectFrom('alerts')
    .select('description')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(description).toBe('A child played with it. Pressed by mistake.')
})

test('the sound test plays all sirens, measures that they leave the browser, and asks whether they were heard', async () => {
  const page = await toBoard()
  await page.getByRole('button', { name: 'Test sound' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test the sound' })
  await dialog.getByRole('button', { name: 'Play all sirens' }).click()
  await eventually(() => sirens(page)).toBe(3)
  await dialog.getByText('Did you hear all three sirens').waitFor()
  await dialog.getByRole('button', { name: 'No' }).click()
  await dialog.getByText('Then nobody will hear an alert here.').waitFor()
  await dialog.getByRole('button', { name: 'Play again' }).click()
  await dialog.getByRole('button', { name: 'Yes, I heard all' }).click()
  await dialog.getByText('New alerts will be heard on this computer.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Test sound' }).click()
  await dialog.getByText('Last heard on this computer:').waitFor()
})

test('a browser that plays silence fails the sound test', async () => {
  const page = await toBoard()
  await page.evaluate(() => {
    AnalyserNode.prototype.getFloatTimeDomainData = (samples) => void samples.fill(0)
  })
  await page.getByRole('button', { name: 'Test sound' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test the sound' })
  await dialog.getByRole('button', { name: 'Play all sirens' }).click()
  await dialog.getByText('This browser plays silence.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Yes, I heard all' }).count()).toBe(0)
})

const ambulance = (vehicle_number: string, status: 'AVAILABLE' | 'OFF' = 'AVAILABLE') => ({
  vehicle_number,
  status,
  operator: 'Namma Ambulance',
  driver_name: 'Basavaraj Patil',
  driver_phone: '9000000021',
  base_latitude: 12.98,
  base_longitude: 77.61,
})

test('the map shows open alerts and ambulances on duty without anybody’s tiles, and names alerts without a position', async () => {
  await world.db
    .insertInto('ambulances')
    .values([ambulance('KA01AB0001'), ambulance('KA01AB0002', 'OFF')])
    .execute()
  const located = await raise('Nila')
  await raise('Omar', {})
  const page = await toBoard()
  await page.getByText('Map', { exact: true }).click()
  await mapOf(page, /^Map of open alerts and ambulances: 2 points$/)
  const list = page.getByRole('list', { name: 'Map of open alerts and ambulances, as a list' })
  await list.getByText(/^Nila Kumar: \d+:\d\d old\. Unclaimed\./).waitFor()
  await list.getByText('KA01AB0001: Available. At its base').waitFor()
  await page.getByRole('region', { name: 'Map' }).getByRole('link', { name: 'Omar Kumar' }).waitFor()
  await raise('Pari', { ...HERE, latitude: 12.9 })
  const map = await mapOf(page, /: 3 points$/)
  await card(page, 'Nila').getByRole('button', { name: 'Claim' }).click()
  await list.getByText(/^Nila Kumar: \d+:\d\d old\. Claimed by Asha Rao\./).waitFor()
  await map.getByRole('button', { name: /^Nila Kumar: / }).click()
  await page.getByRole('region', { name: 'Map' }).getByRole('link', { name: 'Open' }).click()
  await eventually(() => new URL(page.url()).pathname).toBe(`/qr-alerts/${located}`)
})

test('with MAP_TILE_URL the map has streets under the points, credits them, and does without when the server is gone', async () => {
  const admin = await createPerson(mapped, 'admin')
  await raise('Qadir', HERE, mapped)
  const page = await visit(browser, mapped, '/qr-alerts?view=map', { as: admin })
  const map = await mapOf(page, /^Map of open alerts and ambulances: 1 point$/)
  await page.getByText('© Us').waitFor()
  const images = map.locator('img.leaflet-tile-loaded')
  await eventually(() => images.count()).toBeGreaterThan(5)
  // Zoom 14 around Bengaluru, as any slippy map numbers its tiles.
  expect([...tiles.asked]).toContain('14/11723/7596')
  expect(complaints.get(page)).toEqual([])

  await page.route(`${new URL(tiles.url).origin}/**`, (route) => route.abort())
  await page.reload()
  await mapOf(page, /: 1 point$/)
  await map.getByRole('button', { name: /^Qadir Kumar: / }).waitFor()
  await eventually(() => colours(map)).toContain('#f6f3ea')
})
