import { afterEach, expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createBatch } from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, fromMenu, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin')

afterEach(async () => {
  await closeProfiles(browser)
  await world.empty('creator_coupons')
})

const countCoupons = async () => (await world.db.selectFrom('coupons').select('id').execute()).length

test('one coupon after another is made in one dialog, which shows the last', async () => {
  const before = await countCoupons()
  const page = await visit(browser, world, '/coupon-management', { as: admin })
  await page.getByRole('button', { name: 'Add Coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Coupon' })
  const another = dialog.getByRole('button', { name: 'Create, then another' })
  const last = dialog.getByRole('status').getByRole('link')
  await another.click()
  await last.waitFor()
  const first = await last.textContent()
  await another.click()
  await eventually(async () => ((await last.count()) === 1 ? last.textContent() : first)).not.toBe(first)
  expect(page.url()).toMatch(/\/coupon-management$/)
  expect(await countCoupons()).toBe(before + 2)
  await last.click()
  await page.waitForURL('**/coupon-details/*')
})

test('the next creator coupon begins in the first field, with the same dates, below the last one', async () => {
  const page = await visit(browser, world, '/creator-management', { as: admin })
  await page.getByRole('button', { name: 'Add Coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Coupon' })
  await dialog.getByLabel('Coupon Name').fill('Ravi Vlogs')
  await dialog.getByLabel('Social Media Name').fill('@ravi.vlogs')
  const ends = await dialog.getByLabel('End Date').inputValue()
  await dialog.getByRole('button', { name: 'Add, then another' }).click()
  await dialog.getByText(/^Last added: Ravi Vlogs, RAVI/).waitFor()
  await eventually(() => page.locator(':focus').getAttribute('id')).toBe(
    await dialog.getByLabel('Coupon Name').getAttribute('id'),
  )
  expect(await dialog.getByLabel('Coupon Name').inputValue()).toBe('')
  expect(await dialog.getByLabel('End Date').inputValue()).toBe(ends)
  await page.keyboard.type('Meera Vlogs')
  await dialog.getByLabel('Social Media Name').fill('@meera.vlogs')
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Meera Vlogs/ }).waitFor()
})

test('header and tab say where one is, on a phone too', async () => {
  const { id } = await createBatch(world, admin, 2)
  const page = await visit(browser, world, '/bulk-coupons', { as: admin, phone: true })
  const header = page.getByRole('banner')
  await header.getByText('Bulk coupons', { exact: true }).waitFor()
  await header.getByText('Subscriber Management').waitFor()
  await page.getByRole('link', { name: 'View' }).first().click()
  await header.getByText(`Bulk job ${id}`, { exact: true }).waitFor()
  await eventually(() => page.title()).toMatch(new RegExp(`^Bulk job ${id} `))
  await page.goBack()
  await header.getByText('Bulk coupons', { exact: true }).waitFor()
  await eventually(() => page.title()).toMatch(/^Bulk coupons /)
  // Nothing of it is cut.
  const cut = await header
    .getByText('Subscriber Management')
    .evaluate((element) => element.scrollWidth > element.clientWidth)
  expect(cut).toBe(false)
})

test('an escalated alert says how often and who was notified', async () => {
  const { sticker } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token)
  await alterAlerts(world, { escalation_level: 2 }, id)
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: admin })
  await page.getByRole('main').getByText('Escalated twice: SMS to every admin').waitFor()
})

test('in lists a number can be called and an address written to, each in its one form', async () => {
  const staff = await createPerson(world, 'staff', 'Kavya')
  const email = `kavya.${staff.phone_number}@office.example`
  await world.db.updateTable('users').set({ email }).where('id', '=', staff.id).execute()
  const page = await visit(browser, world, '/staff-users', { as: admin })
  const row = page.getByRole('row', { name: email })
  const spoken = staff.phone_number.replace(/^(\d{5})/, '$1 ')
  expect(await row.getByRole('link', { name: spoken }).getAttribute('href')).toBe(`tel:+91${staff.phone_number}`)
  expect(await row.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`)
})

test('the board saves the alerts it shows as a file', async () => {
  const page = await visit(browser, world, '/qr-alerts?status=PENDING', { as: admin })
  const saved = page.waitForEvent('download')
  await fromMenu(page.getByRole('main'), 'This list as CSV', 'Export')
  expect((await saved).suggestedFilename()).toBe('alerts.csv')
})

test('on the smallest phone a long name does not lie under the box that selects it', async () => {
  await world.db
    .insertInto('creator_coupons')
    .values({
      name: 'Venkatanarasimharajuvaripeta Road Safety Foundation',
      coupon_code: 'VENKATANAR',
      social_media_name: '@venkat',
      start_date: '2026-01-01',
      end_date: '2036-01-01',
    })
    .execute()
  const page = await visit(browser, world, '/creator-management', { as: admin, phone: true })
  await page.setViewportSize({ width: 320, height: 700 })
  const row = page.getByRole('row', { name: /Venkatanarasimharajuvaripeta/ })
  const name = row.getByText(/^Venkatanarasimharajuvaripeta/)
  await name.waitFor()
  const right = await name.evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return Math.max(...[...range.getClientRects()].map((box) => box.right))
  })
  expect(right).toBeLessThanOrEqual((await row.locator('.ant-checkbox').boundingBox())!.x)
})
