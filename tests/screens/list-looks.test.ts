import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createAmbulance } from '../harness/ambulances.ts'
import { createChain } from '../harness/chain.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { activate, createBatch } from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'
import { readClientRoutes } from '../../scripts/client-routes.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'
import { choose } from '../journeys/fields.ts'
import { setTouch, smallTargets } from '../journeys/viewports.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

for (let n = 0; n < 18; n += 1) {
  await createSubscriber(world, { first_name: `Ravi ${n}` })
  await createSticker(world)
  await createPerson(world, 'staff', `Asha ${n}`)
  await createPerson(world, 'admin', `Om ${n}`)
  const { super_distributor, retailer } = await createChain(world)
  await createBatch(world, admin, 2, super_distributor.id)
  await activate(world, (await createBatch(world, admin, 1, retailer.id)).serials[0]!)
  await createAmbulance(world)
}
await world.db
  .insertInto('hospitals')
  .values(
    Array.from({ length: 18 }, (_, n) => ({
      name: `Hospital ${n}`,
      phone: '08026701150',
      address: 'Main Road, Bengaluru',
      latitude: 12.96,
      longitude: 77.57,
    })),
  )
  .execute()
await world.db
  .insertInto('creator_coupons')
  .values(
    Array.from({ length: 18 }, (_, n) => ({
      name: `Creator ${n}`,
      coupon_code: `CREATOR${n}`,
      social_media_name: `@creator${n}`,
      start_date: '2026-01-01',
      end_date: '2027-01-01',
    })),
  )
  .execute()

afterEach(() => closeProfiles(browser))

const subscribers = (query = '', phone = false) =>
  visit(browser, world, `/all-subscribers${query}`, { as: admin, phone })
const headings = (page: Page) => page.getByRole('columnheader').allTextContents()

/** The heights of the rows of a list, and how many of them are wholly on the screen. */
const rowsOf = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
    const heights = [...new Set(boxes.map(({ height }) => Math.round(height)))]
    // The question for sound has a line of 48 px as long as nobody has answered it.
    const room = innerHeight - (document.querySelector('[data-sound-question]') ? 0 : 48)
    return { heights, in_sight: boxes.filter(({ bottom }) => bottom <= room).length }
  })

/** Pages of an admin that are no list of rows. */
const OTHERS = [
  '/dashboard',
  '/security',
  '/subscriber-form',
  '/qr-alerts',
  '/response-figures',
  '/on-call',
  '/ops',
  '/super-distributors/add',
  '/distributors/add',
  '/retailers/add',
]
const OF_OTHER_ROLES = ['_dashboard', '/profile', '/my-']
const LISTS = readClientRoutes()
  .filter(({ shell, path }) => shell === 'office' && !path.includes(':') && !OTHERS.includes(path))
  .map(({ path }) => path)
  .filter((path) => !OF_OTHER_ROLES.some((part) => path.includes(part)))

test('every list shows at least 14 rows of 40 px at 1440 x 900', async () => {
  const page = await visit(browser, world, '/nowhere', { as: admin })
  for (const path of LISTS) {
    await page.goto(world.url + path)
    await page.locator('[aria-busy=false]').getByRole('row').nth(18).waitFor()
    await eventually(async () => [path, ...(await rowsOf(page)).heights]).toEqual([path, 40])
    expect([path, (await rowsOf(page)).in_sight >= 14]).toEqual([path, true])
  }
})

test('a finger meets 44 px also in the menus, choices and days of a list', async () => {
  const page = await subscribers('', true)
  await setTouch(page, true)
  await page.getByText('Ravi 0 Kumar').waitFor()
  const open = [
    [page.getByRole('button', { name: 'Columns' }), page.getByRole('menuitemcheckbox', { name: 'Email' })],
    [page.getByRole('button', { name: 'More filters' }), page.getByRole('combobox', { name: 'State' })],
    [page.getByRole('combobox', { name: 'State' }), page.locator('.ant-select-item-option').first()],
    [page.getByRole('textbox', { name: 'Started from' }), page.locator('.ant-picker-cell').first()],
    [page.getByRole('button', { name: 'Open menu' }), page.getByRole('link', { name: 'Audit log' })],
  ] as const
  for (const [control, shown] of open) {
    await control.click()
    await shown.waitFor()
    expect(await smallTargets(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('a chosen filter is a chip that goes with a press, and all go at once', async () => {
  const page = await subscribers()
  await page.getByRole('button', { name: 'More filters' }).click()
  await choose(page, 'Plan ends', 'Expired')
  await choose(page, 'State', 'Goa')
  await page.getByText('No subscribers found.').waitFor()
  const chip = page.getByRole('button', { name: /^State: Goa/ })
  await chip.click()
  await chip.waitFor({ state: 'detached' })
  await page.waitForURL(/\?expiry=over$/)
  await choose(page, 'Registered by', 'The office')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.waitForURL(/all-subscribers$/)
  await page.getByText('18 entries').waitFor()
})

test('columns are hidden and rows made higher for oneself, also after a reload', async () => {
  const page = await subscribers()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Email' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Higher rows' }).click()
  await page.keyboard.press('Escape')
  const shown = ['Photo', 'Name', 'Mobile', 'State', 'Start Date', 'End Date', 'Actions']
  await eventually(() => headings(page)).toEqual(shown)
  await page.reload()
  await eventually(() => headings(page)).toEqual(shown)
  await eventually(async () => (await rowsOf(page)).heights).toEqual([56])
  await page.goto(`${world.url}/distributor`)
  await eventually(() => headings(page)).toContain('Email')
})

test('a name is a link, and a press anywhere in its row opens it, but not one on a control', async () => {
  const page = await subscribers('?sort=name')
  const row = page.getByRole('row', { name: /Ravi 0 Kumar/ })
  const link = row.getByRole('link', { name: 'Ravi 0 Kumar' })
  const href = await link.getAttribute('href')
  await row.getByRole('button', { name: 'Copy Mobile' }).click()
  await page.getByText('Mobile copied to clipboard').waitFor()
  expect(new URL(page.url()).pathname).toBe('/all-subscribers')
  await row.getByText('Karnataka').click()
  await page.waitForURL(`${world.url}${href}`)
})

test('a list that is shown whole ends with its sums', async () => {
  const first = await createChain(world)
  await createBatch(world, admin, 7, first.super_distributor.id)
  await createBatch(world, admin, 5, first.super_distributor.id)
  const page = await visit(browser, world, `/stock/${first.super_distributor.id}`, { as: admin })
  const sums = page.getByRole('table', { name: 'Batches' }).getByRole('row', { name: /^Sum/ })
  await eventually(() => sums.getByRole('cell').allTextContents()).toEqual(['Sum', '12', '0', '0', ''])
})
