import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSticker } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

async function creatorCoupon(n: number): Promise<void> {
  const values = { name: `Ravi ${n}`, social_media_name: '@ravi', coupon_code: `RAVI-${n}`, created_by: admin.id }
  await world.db
    .insertInto('creator_coupons')
    .values({ ...values, start_date: '2026-01-01', end_date: '2027-01-01' })
    .execute()
}

test('a page beyond the last shows the last, as when its only row was deleted', async () => {
  for (let n = 0; n < 26; n++) await creatorCoupon(n)
  const page = await visit(browser, world, '/creator-management?page=9', { as: admin })
  await pages(page).getByText('Page 2 of 2').waitFor()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await pages(page).getByText('Page 1 of 1').waitFor()
  await eventually(() => page.getByRole('table').getByRole('row').count()).toBe(26)
  expect(
    await pages(page)
      .getByRole('button', { name: /Previous|Next/, disabled: false })
      .count(),
  ).toBe(0)
})

test('the board has all open alerts on its first page, and the closed ones page by page', async () => {
  const coupon = await createSticker(world)
  const { id: coupon_id } = await world.db
    .selectFrom('coupons')
    .select('id')
    .where('serial_number', '=', coupon.serial_number)
    .executeTakeFirstOrThrow()
  const alert = (status: 'PENDING' | 'ATTENDED') =>
    world.db
      .insertInto('alerts')
      .values({ coupon_id, status, status_token: randomUUID(), closed_at: status === 'PENDING' ? null : new Date() })
      .execute()
  for (let n = 0; n < 27; n++) await alert('ATTENDED')
  for (let n = 0; n < 63; n++) await alert('PENDING')
  const page = await visit(browser, world, '/qr-alerts', { as: admin })
  const open = page.getByRole('list', { name: 'Needs action' }).getByRole('article')
  const done = page.getByRole('list', { name: 'Done' }).getByRole('listitem')
  await eventually(() => open.count()).toBe(63)
  await eventually(() => done.count()).toBe(25)
  await page.getByText('90 entries').waitFor()
  await pages(page).getByText('Page 1 of 2').waitFor()
  await pages(page).getByRole('button', { name: 'Next' }).click()
  await eventually(() => done.count()).toBe(2)
  expect(await open.count()).toBe(0)
  await pages(page).getByText('Page 2 of 2').waitFor()
  await page.getByRole('button', { name: 'Status: All' }).click()
  await page.getByRole('menuitemradio', { name: 'Pending' }).click()
  await eventually(() => open.count()).toBe(63)
  expect([await done.count(), await pages(page).count()]).toEqual([0, 0])
})
