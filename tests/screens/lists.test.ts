import { spokenCode } from '@tvarit/shared/contracts/codes'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, fromMenu, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

const NAMES = ['Ravi', 'Asha', 'Om', ...Array.from({ length: 25 }, (_, n) => `Zoya ${String(n).padStart(2, '0')}`)]
for (const first_name of NAMES) await createSubscriber(world, { first_name })
const people = await world.db.selectFrom('users').select(['id', 'first_name']).where('role', '=', 'user').execute()
const idOf = (name: string): number => people.find(({ first_name }) => first_name === name)!.id

const rows = (page: Page) => page.getByRole('table').getByRole('row')
/** The first word of each row's name. */
const names = async (page: Page): Promise<string[]> => {
  const cells = await rows(page).locator('td:nth-child(2)').allTextContents()
  return cells.map((text) => text.split(' ')[0]!)
}
const focusedRow = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('tr')
    return row ? [...row.parentElement!.querySelectorAll('tr[tabindex]')].indexOf(row) : null
  })

test('lists sort by heading, show the total, have a chosen page size and jump to a letter', async () => {
  const page = await visit(browser, world, '/all-subscribers', { as: admin })
  await page.getByText('28 entries').waitFor()
  const heading = (name: string) => page.getByRole('columnheader', { name })
  expect(await heading('Start Date').getAttribute('aria-sort')).toBe('descending')
  await heading('Name').click()
  await page.waitForURL(/sort=name/)
  await eventually(async () => (await names(page)).slice(0, 3)).toEqual(['Asha', 'Om', 'Ravi'])
  expect(await heading('Name').getAttribute('aria-sort')).toBe('ascending')
  expect(await heading('Start Date').getAttribute('aria-sort')).toBeNull()
  await eventually(() => rows(page).count()).toBe(26)
  await page.getByRole('button', { name: '25 rows on a page' }).click()
  await page.getByRole('menuitemradio', { name: '50 rows' }).click()
  await page.waitForURL(/page_size=50/)
  await eventually(() => rows(page).count()).toBe(29)
  await page.getByRole('textbox', { name: 'Go to' }).fill('om')
  await page.keyboard.press('Enter')
  await eventually(async () => (await names(page)).slice(0, 2)).toEqual(['Om', 'Ravi'])
  await page.getByRole('button', { name: 'Back to the beginning' }).click()
  await eventually(async () => (await names(page))[0]).toBe('Asha')
  await heading('Name').focus()
  await page.keyboard.press('Enter')
  await eventually(async () => (await names(page))[0]).toBe('Zoya')
  expect(await heading('Name').getAttribute('aria-sort')).toBe('descending')
})

test('on a phone a choice of order stands in the place of the headings, and only there', async () => {
  const page = await visit(browser, world, '/all-subscribers', { as: admin })
  await page.getByText('28 entries').waitFor()
  const order = page.getByRole('button', { name: 'Order: Start Date: newest first' })
  expect(await order.isVisible()).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  await order.click()
  await page.getByRole('menuitemradio', { name: 'Name: A to Z' }).click()
  await eventually(async () => (await names(page)).slice(0, 3)).toEqual(['Asha', 'Om', 'Ravi'])
})

test('a view is saved under a name, shown again by one press, kept over a reload and deleted', async () => {
  const page = await visit(browser, world, '/all-subscribers?search=zoya&sort=name', { as: admin })
  await page.getByText('25 entries').waitFor()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('All Zoyas')
  await page.keyboard.press('Enter')
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('link', { name: 'All Zoyas' }).waitFor()
  expect(await page.getByRole('button', { name: 'Save view' }).count()).toBe(0)
  await page.goto(`${world.url}/all-subscribers`)
  await page.getByText('28 entries').waitFor()
  await views.getByRole('link', { name: 'All Zoyas' }).click()
  await page.getByText('25 entries').waitFor()
  expect(new URL(page.url()).search).toBe('?search=zoya&sort=name')
  await page.goto(`${world.url}/staff-users`)
  await page.getByRole('heading', { name: 'All Staffs' }).waitFor()
  expect(await views.count()).toBe(0)
  await page.goBack()
  await views.getByRole('button', { name: 'Delete the view All Zoyas' }).click()
  await views.waitFor({ state: 'detached' })
})

test('keys focus the search, walk the rows and open one, but not while typing in a field', async () => {
  const page = await visit(browser, world, '/all-subscribers?sort=name', { as: admin })
  await eventually(async () => (await names(page))[0]).toBe('Asha')
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox')
  await eventually(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('a/b')
  expect(await search.inputValue()).toBe('a/b')
  await page.keyboard.press('ArrowDown')
  expect(await focusedRow(page)).toBeNull()
  // The search has been sent and taken back: a list that comes later would take the row with the focus away.
  await eventually(() => names(page)).toEqual([])
  await search.fill('')
  await eventually(async () => (await names(page))[0]).toBe('Asha')
  await search.blur()
  for (const [key, row] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key)
    await eventually(() => focusedRow(page)).toBe(row)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/subscriber/${idOf('Om')}`)
})

test('the key of the search is named only where there is one', async () => {
  const page = await visit(browser, world, '/audit', { as: admin })
  const named = page.getByText('/ search,', { exact: true })
  await page.getByText('from row to row').waitFor()
  expect(await named.isVisible()).toBe(false)
  await page.goto(`${world.url}/all-subscribers`)
  await named.waitFor()
})

test('a second choice keeps the first, also when it comes before the list is drawn again', async () => {
  const page = await visit(browser, world, '/all-subscribers', { as: admin })
  await page.getByText('28 entries').waitFor()
  await page.evaluate(async () => {
    const heading = [...document.querySelectorAll('th')].find((th) => th.textContent.includes('Name'))!
    const size = [...document.querySelectorAll('button')].find((button) => button.textContent.includes('25 rows'))!
    size.click()
    await new Promise((drawn) => requestAnimationFrame(drawn))
    const fifty = [...document.querySelectorAll('button')].find((button) => button.textContent === '50 rows')!
    heading.click()
    // In microtasks the address changes; React draws after them.
    for (let n = 0; n < 1000 && !location.search; n++) await Promise.resolve()
    fifty.click()
  })
  await page.waitForURL(/page_size=50/)
  await eventually(() => rows(page).count()).toBe(29)
  expect(new URL(page.url()).searchParams.get('sort')).toBe('name')
})

test('several stickers are chosen and voided for one reason', async () => {
  const stickers = await Promise.all(Array.from({ length: 3 }, () => createSticker(world)))
  const page = await visit(browser, world, '/coupon-management?status=AVAILABLE', { as: admin })
  const box = ({ serial_number }: { serial_number: string }) =>
    page.getByRole('checkbox', { name: `Select ${spokenCode(serial_number)}` })
  const [first, second, third] = [box(stickers[0]!), box(stickers[1]!), box(stickers[2]!)]
  await first.check()
  await second.check()
  await page.getByRole('group', { name: 'Selected' }).getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Void stickers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Void 2 stickers' })
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Misprinted')
  await dialog.getByRole('button', { name: 'Void 2 stickers' }).click()
  await page.getByText('2 stickers voided').waitFor()
  await eventually(async () => [await first.isDisabled(), await second.isDisabled()]).toEqual([true, true])
  expect(await third.isDisabled()).toBe(false)
  expect(await page.getByRole('group', { name: 'Selected' }).count()).toBe(0)
  const ids = stickers.map(({ id }) => id)
  const rows = await world.db.selectFrom('coupons').select(['id', 'voided_at']).where('id', 'in', ids).execute()
  expect(ids.map((id) => rows.find((row) => row.id === id)!.voided_at !== null)).toEqual([true, true, false])
})

test('the file holds what the list shows', async () => {
  const page = await visit(browser, world, '/all-subscribers?search=zoya&sort=-name', { as: admin })
  await page.getByText('25 entries').waitFor()
  const [saved] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'This list as CSV', 'Export')])
  expect(saved.suggestedFilename()).toBe('subscribers.csv')
  const lines = await lengthOf(saved.createReadStream())
  expect(lines).toBe(26)
})

async function lengthOf(file: Promise<NodeJS.ReadableStream>): Promise<number> {
  let text = ''
  for await (const chunk of await file) text += String(chunk)
  return text.trimEnd().split('\n').length
}
