import { AxeBuilder } from '@axe-core/playwright'
import { createCoupon } from '@tvarit/shared/domain/coupons/create-coupon'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createWorld, type World } from '../harness/world.ts'
import { closeProfiles, complaints, eventually, launchBrowser, visit } from './browser.ts'

let world: World
let browser: Browser
let alert_id: number
let coupon_id: number
beforeAll(async () => {
  browser = await launchBrowser()
  world = await createWorld({ web: true })
  const admin = await createPerson(world, 'admin')
  const { sticker } = await createSubscriber(world)
  alert_id = (await press(world.url, sticker.token, { latitude: 19.07598, longitude: 72.87766, accuracy: 18 })).id
  coupon_id = (await createCoupon({ ctx: { ...world.ctx(admin.actor), actor: admin.actor } })).id
})
afterEach(() => closeProfiles(browser))
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const PAGES: [path: () => string, ready: string, signed_in: boolean][] = [
  [() => '/', 'Subscribe Now', false],
  [() => '/login?sessionExpired=1', 'Session expired. Please login again', false],
  [() => '/userlogin', 'Send OTP', false],
  [() => '/register', 'Personal Information', false],
  [() => '/nowhere', 'Oops! Page not found', false],
  [() => '/qr-alerts', 'Ravi Kumar', true],
  [() => `/qr-alerts/${alert_id}`, 'Timeline', true],
  [() => '/coupon-management', 'Add Coupon', true],
  [() => `/coupon-details/${coupon_id}`, 'Not Assigned to any user', true],
]

/** What a browser says when it keeps a page silent is no fault of the page. */
const faults = (page: Page) => complaints.get(page)?.filter((line) => !line.includes('AudioContext'))

test.each([
  { phone: false, dark: false },
  { phone: true, dark: false },
  { phone: false, dark: true },
  { phone: true, dark: true },
])(
  'every page is accessible, fits and breaks no rule of its own policy (%o)',
  async (look) => {
    for (const [path, ready, signed_in] of PAGES) {
      const page = await visit(browser, world, path(), {
        ...look,
        still: true,
        ...(signed_in ? { as: await createPerson(world, 'admin') } : {}),
      })
      await page.getByText(ready).first().waitFor()
      const { violations } = await new AxeBuilder({ page }).analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => [path(), id, nodes[0]?.html])).toEqual([])
      expect([path(), await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)]).toEqual([
        path(),
        false,
      ])
      expect([path(), faults(page)]).toEqual([path(), []])
      await page.context().close()
    }
  },
  180_000,
)

test('the theme follows the system until somebody chooses, and the choice is kept', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'admin'), dark: true })
  const painted = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.getByLabel('Colour theme').waitFor()
  expect(await painted()).toBe('dark')
  await page.getByLabel('Colour theme').selectOption('Light')
  expect(await painted()).toBe('light')
  await page.reload()
  await page.getByLabel('Colour theme').waitFor()
  expect(await painted()).toBe('light')
})

test('on a phone the menu slides over the page and closes by Escape or by going somewhere', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'admin'), phone: true })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await page.getByText('Ravi Kumar').first().waitFor()
  expect(await menu.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Manage Coupons' }).click()
  await page.waitForURL('**/coupon-management')
  await menu.waitFor({ state: 'hidden' })
})

test('an admin makes a coupon and downloads its QR code under the name the server gives', async () => {
  const page = await visit(browser, world, '/coupon-management', { as: await createPerson(world, 'admin') })
  await page.getByRole('button', { name: 'Add Coupon' }).click()
  await page.getByRole('dialog', { name: 'Add Coupon' }).getByRole('button', { name: 'Create' }).click()
  await page.getByText('Coupon created successfully!').first().waitFor()
  await page.waitForURL('**/coupon-details/*')
  await page.getByText('AVAILABLE').first().waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download QR' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.png$/)
  await page.getByRole('link', { name: 'Back to All Coupons' }).click()
  await page.waitForURL('**/coupon-management')
})

test('a page that cannot load its alerts says so and loads them on Try again', async () => {
  const board = await visit(browser, world, '/login', { as: await createPerson(world, 'admin') })
  await board.route('**/trpc/alerts.list**', (route) => route.abort())
  await board.goto(`${world.url}/qr-alerts`)
  await board.getByRole('main').getByText('Error fetching alerts.').waitFor()
  await board.unroute('**/trpc/alerts.list**')
  await board.getByRole('button', { name: 'Try again' }).click()
  await board.getByRole('article', { name: 'Ravi Kumar' }).waitFor()
  await eventually(() => board.getByRole('main').getByText('Error fetching alerts.').count()).toBe(0)
})
