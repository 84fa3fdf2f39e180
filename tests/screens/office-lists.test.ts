import fs from 'node:fs'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, fromMenu, visit } from '../journeys/browser.ts'
import { typeDay } from '../journeys/fields.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

test('coupons are searched and filtered in the address, and Back brings the list as it was', async () => {
  const stickers = await Promise.all(Array.from({ length: 27 }, () => createSticker(world)))
  const wanted = stickers[0]!
  const page = await visit(browser, world, '/coupon-management', { as: admin })
  const table = page.getByRole('table', { name: 'Coupons' })
  await table.waitFor()
  await eventually(() => table.getByRole('columnheader').allTextContents()).toEqual([
    '',
    'Serial Number',
    'Coupon Code',
    'QR Code',
    'Status',
    'Actions',
  ])
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/^Page 2 of \d+$/).waitFor()
  // The rows of the first page stay, dimmed, until those of the second are there.
  await page.locator('[aria-busy=false]').getByRole('row').nth(1).waitFor()
  const second = await table.getByRole('row').nth(1).textContent()
  await table.getByRole('link', { name: 'View' }).first().click()
  await page.getByRole('link', { name: 'Back to All Coupons' }).waitFor()
  await page.goBack()
  await page.getByText(/^Page 2 of \d+$/).waitFor()
  await eventually(() => table.getByRole('row').nth(1).textContent()).toBe(second)
  await page.getByRole('searchbox').fill(wanted.serial_number.toLowerCase())
  await page.waitForURL(/search=/)
  await eventually(() => table.getByRole('row').count()).toBe(2)
  await page.getByText('Used', { exact: true }).click()
  await page.getByText('No coupons found.').waitFor()
  await page.reload()
  await page.getByText('No coupons found.').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe(wanted.serial_number.toLowerCase())
})

test('subscribers are found, opened and downloaded, and each date limits the other', async () => {
  const subscriber = await createSubscriber(world, { first_name: 'Gurpreet', ends_in_days: -3 })
  const page = await visit(browser, world, '/all-subscribers', { as: await createPerson(world, 'staff') })
  await fromMenu(page, 'Download CSV by start dates', 'Export')
  const csv = page.getByRole('dialog', { name: 'Download CSV' })
  await csv.getByRole('button', { name: 'Download' }).click()
  await page.getByText('Please select both start and end dates before downloading.').waitFor()
  // The subscriber began a hundred days ago.
  const [year, last, next] = [-1, -2, 1].map((years) => new Date().getUTCFullYear() + years) as [number, number, number]
  await typeDay(csv, 'Start date', `${year}-01-01`)
  await typeDay(csv, 'End date', `${last}-12-31`)
  await csv.getByText(`Choose a day from 01 Jan ${year} on.`).waitFor()
  await csv.getByRole('button', { name: 'Download' }).click()
  await page.getByText('Please select both start and end dates before downloading.').waitFor()
  await typeDay(csv, 'End date', `${next}-12-31`)
  await typeDay(csv, 'Start date', `${next + 1}-01-01`)
  await csv.getByText(`Choose a day up to 31 Dec ${next}.`).waitFor()
  await typeDay(csv, 'Start date', `${year}-01-01`)
  const saved = page.waitForEvent('download')
  await csv.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('subscribers.csv')
  const text = fs.readFileSync(await file.path(), 'utf8')
  expect(text).toContain('Gurpreet')
  expect(text).not.toMatch(/SECRET/)
  await page.getByRole('searchbox').fill(subscriber.sticker.serial_number)
  const table = page.getByRole('table', { name: 'Subscribers' })
  await page.waitForURL(/search=/)
  await eventually(() => table.getByRole('row').count()).toBe(2)
  await table.getByRole('link', { name: 'View' }).click()
  await page.getByRole('heading', { name: 'Gurpreet Kumar' }).waitFor()
  await page.getByText('Expired').waitFor()
  await page.getByRole('button', { name: 'Copy Spouse mobile' }).click()
  await page.getByText('Spouse mobile copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(subscriber.relatives[0])
  await page.getByRole('link', { name: 'Back to All Subscribers' }).click()
  await page.waitForURL(/\/all-subscribers$/)
})

test('a slow answer to an earlier search never replaces the later one', async () => {
  await createSubscriber(world, { first_name: 'Bhaskar' })
  await createSubscriber(world, { first_name: 'Chitra' })
  const page = await visit(browser, world, '/all-subscribers', { as: admin })
  await page.getByRole('table', { name: 'Subscribers' }).waitFor()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/bhaskar/i, async (route) => {
    await held
    await route.continue().catch(() => null)
  })
  await page.getByRole('searchbox').fill('bhaskar')
  await page.waitForRequest(/bhaskar/i)
  await page.getByRole('searchbox').fill('chitra')
  const table = page.getByRole('table', { name: 'Subscribers' })
  await table.getByText('Chitra Kumar').waitFor()
  await eventually(() => table.getByRole('row').count()).toBe(2)
  release()
  await page.unroute(/bhaskar/i)
  await page.getByRole('searchbox').fill('chitra k')
  await page.waitForURL(/chitra\+k/)
  await table.getByText('Chitra Kumar').waitFor()
  expect(await table.getByText('Bhaskar Kumar').count()).toBe(0)
})

test('a search that is due while a row opens takes nobody back', async () => {
  const { id, sticker } = await createSubscriber(world, { first_name: 'Divya' })
  const page = await visit(browser, world, `/all-subscribers?search=${sticker.serial_number}`, { as: admin })
  const opened = page.getByRole('heading', { name: 'Divya Kumar' })
  const link = page.getByRole('table', { name: 'Subscribers' }).getByRole('link', { name: 'View' })
  await link.waitFor()
  // The pause after typing ends right after the click, before the page shows anything of it.
  await page.evaluate((pause) => {
    const later = window.setTimeout
    window.setTimeout = ((run: () => void, ms: number) =>
      ms === pause ? Object.assign(window, { due: run }) && 0 : later(run, ms)) as typeof setTimeout
  }, LIMITS.search_debounce_ms)
  await page.getByRole('searchbox').fill('nobody')
  await page.waitForFunction(() => 'due' in window)
  await link.evaluate(async (element: HTMLElement) => {
    element.click()
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    ;(window as unknown as { due: () => void }).due()
  })
  await opened.waitFor()
  expect(new URL(page.url()).pathname).toBe(`/subscriber/${id}`)
})
