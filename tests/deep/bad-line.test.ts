import { afterEach, expect, test } from 'vitest'
import { SCENE } from '../harness/ambulances.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const staff = await createPerson(world, 'staff', 'Asha')

afterEach(() => closeProfiles(browser))

const CODE = '**/assets/*.js'

test('the code of an alert is there before it is needed: it opens while no file can be fetched', async () => {
  const { sticker } = await createSubscriber(world, { first_name: 'Ravi' })
  await press(world.url, sticker.token, SCENE)
  const page = await visit(browser, world, '/qr-alerts', { as: staff })
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('alert-detail-page')),
  )
  await page.waitForLoadState('networkidle')
  await page.route(CODE, (route) => route.abort())
  await page.getByRole('article', { name: 'Ravi Kumar' }).getByRole('link', { name: 'View' }).click()
  await page.getByRole('region', { name: 'Ambulance' }).waitFor()
  await page.getByRole('button', { name: 'Correct the place' }).click()
  await page.getByRole('dialog', { name: 'Correct the place' }).waitFor()
})

test('a script that fails once is fetched again, and the page opens as if nothing had been', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'admin') })
  await page.getByRole('heading', { name: 'QR Alerts' }).waitFor()
  let failed = 0
  await page.route('**/assets/audit-page*.js', (route) => (failed++ ? route.continue() : route.abort()))
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  expect(failed).toBeGreaterThan(1)
})

test('a page whose code cannot be fetched says so and opens once the line is back', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'admin') })
  await page.getByRole('heading', { name: 'QR Alerts' }).waitFor()
  await page.evaluate(() => Object.assign(window, { not_reloaded: true }))
  await page.route('**/assets/audit-page*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('The connection was lost while this page was opened.').waitFor()
  await page.unroute('**/assets/audit-page*.js')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  expect(await page.evaluate(() => 'not_reloaded' in window)).toBe(true)
})

test('alerts that could not be read are retried, and new ones show meanwhile', async () => {
  const page = await visit(browser, world, '/dashboard', { as: staff })
  await page.getByRole('heading', { name: 'Recent Users' }).waitFor()
  let away = true
  let asked = 0
  await page.route('**/trpc/**alerts.list**', (route) => {
    asked++
    return away ? route.abort() : route.continue()
  })
  await page.getByRole('link', { name: 'QR Alerts' }).first().click()
  await page.getByText('Error fetching alerts.').first().waitFor()
  const before = asked
  await eventually(() => asked > before).toBe(true)
  expect(await page.getByText('Error fetching alerts.').count()).toBeLessThanOrEqual(2)
  await press(world.url, (await createSubscriber(world, { first_name: 'Kavya' })).sticker.token, SCENE)
  await page.getByRole('article', { name: 'Kavya Kumar' }).waitFor()
  away = false
  await page.getByText('Error fetching alerts.').first().waitFor({ state: 'detached' })
  await page.getByRole('article', { name: 'Kavya Kumar' }).waitFor()
})

test('what the board knows of an alert shows while its page loads, also after a failure', async () => {
  const { sticker } = await createSubscriber(world, { first_name: 'Farida' })
  await press(world.url, sticker.token, { landmark: 'Opposite the temple' })
  const page = await visit(browser, world, '/qr-alerts', { as: staff })
  const link = page.getByRole('article', { name: 'Farida Kumar' }).getByRole('link', { name: 'View' })
  await link.waitFor()
  let away = true
  await page.route('**/trpc/**alerts.get**', (route) => (away ? route.abort() : route.continue()))
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Farida Kumar' }).waitFor()
  await page.getByText('Opposite the temple').waitFor()
  await page.getByText('Error fetching alerts.').first().waitFor()
  await page.getByRole('heading', { level: 1, name: 'Farida Kumar' }).waitFor()
  away = false
  await page.getByRole('region', { name: 'Ambulance' }).waitFor()
})
