import { type Role, ROLES } from '@tvarit/shared/contracts/roles'
import { afterEach, expect, test } from 'vitest'
import { everyRole } from '../harness/every-role.ts'
import { failedMessage } from '../harness/failures.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const { people } = await everyRole(world)

afterEach(() => closeProfiles(browser))

const OFFICE_MENU = ['Dashboard /dashboard', 'All Subscribers /all-subscribers']
/** The specification's menu table: label and path, in order. */
const MENUS: Record<Role, string[]> = {
  admin: [
    ...OFFICE_MENU,
    'Manage Coupons /coupon-management',
    'Creator Coupons /creator-management',
    'Admin Users /admin-users',
    'Staff Users /staff-users',
    'QR Alerts /qr-alerts',
    'Bulk coupons /bulk-coupons',
    'Super Distributor /super-distributor',
    'Distributor /distributor',
    'Retailer /retailer',
    // Below the specification's entries (design section 7).
    'Ambulances /ambulances',
    'Hospitals /hospitals',
    'On call /on-call',
    'Response times /response-figures',
    'Stock /stock',
    'Sales by month /sales-by-month',
    'Operations /ops',
    'Audit log /audit',
  ],
  staff: [...OFFICE_MENU, 'QR Alerts /qr-alerts'],
  user: [...OFFICE_MENU, 'Manage Coupons /coupon-management'],
  super_distributor: ['Dashboard /super_distributor_dashboard', 'Distributor /my-distributor'],
  distributor: ['Dashboard /distributor_dashboard', 'Retailer /my-retailer'],
  retailer: ['Dashboard /retailer_dashboard'],
}

const BADGES: Record<Role, string> = {
  admin: 'Administrator',
  staff: 'Staff',
  user: 'User',
  super_distributor: 'SuperDistributor',
  distributor: 'Distributor',
  retailer: 'Retailer',
}

test.each(ROLES)('the sidebar and the header of %s are the specification’s', async (role) => {
  const page = await visit(browser, world, '/dashboard', { as: people[role] })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.waitFor()
  if (role === 'admin') await menu.getByText('Sales Management').click()
  const entries = await menu
    .locator('ul a')
    .evaluateAll((links) => links.map((link) => `${link.textContent?.trim()} ${link.getAttribute('href')}`))
  expect(entries).toEqual(MENUS[role])
  const header = page.getByRole('banner')
  await header.getByText('Subscriber Management').waitFor()
  await header.getByText(BADGES[role], { exact: true }).waitFor()
  await header.getByText(people[role].first_name).first().waitFor()
  await header.getByRole('button', { name: 'Logout' }).waitFor()
})

test('the menu group of sales pages opens on its pages and stays closed elsewhere', async () => {
  const page = await visit(browser, world, '/distributor', { as: people.admin })
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Retailer', exact: true })
  await entry.waitFor()
  await page.goto(`${world.url}/staff-users`)
  await page.getByRole('heading', { name: 'All Staffs' }).waitFor()
  expect(await entry.isVisible()).toBe(false)
})

test('in a low window the menu shows the entry of the page one is on, and the emergency numbers', async () => {
  const page = await visit(browser, world, '/nowhere', { as: people.admin })
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.goto(`${world.url}/audit`)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const entry = (await menu.getByRole('link', { name: 'Audit log' }).boundingBox())!
  expect(entry.y + entry.height).toBeLessThanOrEqual((await menu.getByText('Emergency:').boundingBox())!.y)
  const numbers = (await menu.getByRole('link', { name: '112' }).boundingBox())!
  expect(numbers.y + numbers.height).toBeLessThan(600)
})

test('a menu that was scrolled stays where it is while the page of an entry is on its way', async () => {
  const page = await visit(browser, world, '/nowhere', { as: people.admin })
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.goto(`${world.url}/dashboard`)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const entry = menu.getByRole('link', { name: 'Audit log' })
  await entry.scrollIntoViewIfNeeded()
  const list = menu.getByRole('list').first()
  const top = await list.evaluate((element) => {
    Object.assign(window, { tops: [] })
    element.addEventListener('scroll', () => (window as unknown as { tops: number[] }).tops.push(element.scrollTop))
    return element.scrollTop
  })
  expect(top).toBeGreaterThan(0)
  await entry.click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops)
  expect(Math.min(top, ...tops)).toBe(top)
})

test('at 1440 x 900 an admin’s whole menu is in sight, each entry with its own icon', async () => {
  const page = await visit(browser, world, '/distributor', { as: people.admin })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Audit log' }).waitFor()
  const list = menu.getByRole('list').first()
  const hidden = () => list.evaluate((element) => element.scrollHeight - element.clientHeight)
  await eventually(hidden).toBeLessThanOrEqual(0)
  expect(await menu.getByRole('heading').allTextContents()).toEqual(['Dispatch', 'Sales', 'System'])
  const drawn = await menu.locator('ul svg path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
  expect(drawn.filter((path, index) => drawn.indexOf(path) !== index)).toEqual([])
  await menu.getByRole('button', { name: 'Names of the menu' }).click()
  await eventually(hidden).toBeLessThanOrEqual(0)
  await menu.getByRole('button', { name: 'Names of the menu' }).click()
})

test('the menu folds to icons, which keep their names for screen readers, also after a reload', async () => {
  const page = await visit(browser, world, '/staff-users', { as: people.admin })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const left = async () => (await page.getByRole('main').boundingBox())!.x
  await eventually(left).toBe(256)
  await menu.getByRole('button', { name: 'Names of the menu' }).click()
  await eventually(left).toBe(72)
  await page.reload()
  await eventually(left).toBe(72)
  await menu.getByRole('link', { name: 'Audit log' }).click()
  await page.waitForURL('**/audit')
  await menu.getByRole('button', { name: 'Names of the menu' }).click()
  await eventually(left).toBe(256)
})

test('the menu counts open alerts and what failed', async () => {
  await failedMessage(world)
  const { sticker } = await createSubscriber(world)
  const page = await visit(browser, world, '/staff-users', { as: people.admin })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Operations 1 failed' }).waitFor()
  await press(world.url, sticker.token)
  await menu.getByRole('link', { name: 'QR Alerts 1 open' }).waitFor()
})
