import type { Locator } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, visit, fileBrowser } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

beforeAll(async () => {
  await press(world.url, (await createSubscriber(world)).sticker.token)
})
afterEach(() => closeProfiles(browser))

const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())!.y
const bottomOf = async (element: Locator): Promise<number> => {
  const { y, height } = (await element.boundingBox())!
  return y + height
}

test('the theme follows the system until a person chooses, and the choice is kept', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'admin'), dark: true })
  const painted = () => page.evaluate(() => document.documentElement.dataset.theme)
  const button = page.getByRole('button', { name: 'Colour theme: System' })
  await button.waitFor()
  await eventually(painted).toBe('dark')
  await button.click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await eventually(painted).toBe('light')
  await page.reload()
  await page.getByRole('button', { name: 'Colour theme: Light' }).waitFor()
  await eventually(painted).toBe('light')
})

test('a page has the chosen theme before its scripts have come', async () => {
  const page = await visit(browser, world, '/login')
  const first = async (theme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
    await page.reload({ waitUntil: 'domcontentloaded' })
    return page.evaluate(() => {
      const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement)
      return [backgroundColor, colorScheme]
    })
  }
  await page.route('**/assets/**', (route) => route.abort())
  expect(await first('dark')).toEqual(['rgb(11, 20, 20)', 'dark'])
  expect(await first('light')).toEqual(['rgb(243, 246, 244)', 'light'])
})

test('on a phone the menu overlays the page, takes the focus and closes on Escape or navigation', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'admin'), phone: true })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await page.getByText('Ravi Kumar').first().waitFor()
  expect(await menu.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.waitFor()
  await eventually(() => menu.locator(':focus').count()).toBe(1)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Open menu' }))
    .click()
  await menu.getByRole('link', { name: 'Manage Coupons' }).click()
  await page.waitForURL('**/coupon-management')
  await menu.waitFor({ state: 'hidden' })
})

/** What of these is below something else where it would be clicked, once it is scrolled to. In one step: buttons come and go. */
const covered = (buttons: Locator): Promise<(string | null)[]> =>
  buttons.evaluateAll((elements) =>
    elements
      .filter((element) => {
        element.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = element.getBoundingClientRect()
        return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      .map(({ textContent }) => textContent),
  )

const SCREENS = [
  [390, 844],
  [360, 600],
  [1440, 900],
  [2560, 1440],
] as const

test('on every screen a dialog lies above the alarm line, which covers none of its buttons', async () => {
  const page = await visit(browser, world, '/staff-users', { as: await createPerson(world, 'admin') })
  const bar = page.getByRole('dialog', { name: 'New Emergency Alert' })
  await bar.waitFor()
  await page.getByRole('button', { name: 'Add Staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Staff' })
  await dialog.waitFor()
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height })
    await eventually(async () => (await covered(bar.getByRole('button'))).length).toBeGreaterThan(0)
    expect([width, await covered(dialog.getByRole('button'))]).toEqual([width, []])
  }
})

test('on every screen a new alert covers no button of the board and of the wall', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'admin') })
  const isFree = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    await page.getByRole('dialog', { name: 'New Emergency Alert' }).waitFor()
    await page.getByRole('article', { name: 'Ravi Kumar' }).waitFor()
    expect([width, await covered(page.getByRole('button'))]).toEqual([width, []])
  }
  for (const [width, height] of SCREENS.filter(([width]) => width !== 360)) await isFree(width, height)
  await page.goto(`${world.url}/qr-alerts?view=wall`)
  await isFree(1440, 900)
})

test('a page opened by its address begins at the top, and a reload keeps its scroll position', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff') })
  await page.setViewportSize({ width: 1440, height: 500 })
  const scrolled = () => page.evaluate(() => window.scrollY)
  const link = page.getByRole('article', { name: 'Ravi Kumar' }).getByRole('link', { name: /^View/ })
  await link.waitFor()
  await page.evaluate(() => window.scrollTo(0, 200))
  await page.reload()
  await link.waitFor()
  await eventually(scrolled).toBeGreaterThan(0)
  await page.goto(new URL((await link.getAttribute('href'))!, world.url).href)
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  expect(await scrolled()).toBe(0)
})

test('on a phone no common reason for closing an alert is cut', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'admin'), phone: true })
  await page.getByRole('button', { name: 'Attend' }).click()
  const dialog = page.getByRole('dialog', { name: /^Attend alert/ })
  await dialog.getByRole('button', { name: /^Spoke to the person/ }).waitFor()
  const widest = await dialog
    .getByRole('group', { name: 'Common reasons' })
    .evaluate((group) => group.scrollWidth - group.clientWidth)
  expect(widest).toBe(0)
})

test('a page that crashes shows the fallback and leaves sidebar and alert channel working', async () => {
  const page = await visit(browser, world, '/dashboard', { as: await createPerson(world, 'admin') })
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.route('**/assets/staff-list-*.js', (route) => route.abort())
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Staff Users' }).click()
  await page.getByText('Unexpected Application Error!').waitFor()
  await page.getByRole('button', { name: /^Alert system/ }).waitFor()
  await page.unroute('**/assets/staff-list-*.js')
  await menu.getByRole('link', { name: 'Manage Coupons' }).click()
  await page.getByRole('heading', { name: 'All Coupons' }).waitFor()
})

test('toasts stand at the top centre, above an open dialog', async () => {
  const page = await visit(browser, world, '/staff-users', { as: await createPerson(world, 'admin') })
  const copy = page.getByRole('button', { name: 'Copy Phone' }).first()
  await createPerson(world, 'staff')
  await page.reload()
  await copy.waitFor()
  await page.getByRole('button', { name: 'Add Staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Staff' })
  await dialog.waitFor()
  // Under the dialog's mask a person cannot click; a keyboard shortcut or an answer from the server can still speak.
  await copy.dispatchEvent('click')
  const toast = page.getByText('Phone copied to clipboard')
  await toast.waitFor()
  const box = (await toast.boundingBox())!
  expect(box.y).toBeLessThan(90)
  expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(30)
  const on_top = await toast.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(on_top).toBe(true)
})

test('the choices of a field of a dialog open at the field, also below an alarm line', async () => {
  const page = await visit(browser, world, '/on-call', { as: await createPerson(world, 'admin') })
  await page.getByRole('button', { name: 'Add person' }).click()
  const field = page.getByRole('dialog', { name: 'Add person' }).getByRole('combobox', { name: 'Language' })
  await field.click()
  const choices = page.locator('.ant-select-dropdown')
  await choices.waitFor()
  const bar = page.getByRole('dialog', { name: 'New Emergency Alert' })
  await bar.getByText('Ravi Kumar').first().waitFor()
  await eventually(async () => Math.abs((await topOf(choices)) - (await bottomOf(field)))).toBeLessThan(40)
})
