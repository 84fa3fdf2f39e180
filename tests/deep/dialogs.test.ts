import { expect, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { eventually, failing, visit } from '../journeys/browser.ts'
import { everyPage } from '../journeys/one-of-everything.ts'
import { bothShades, problemsInEveryLook } from '../journeys/viewports.ts'

const { world, browser, open } = await everyPage()

const DIALOGS: [path: string, opener: string][] = [
  ['/coupon-management', 'Add Coupon'],
  ['/creator-management', 'Add Coupon'],
  ['/bulk-coupons', 'Add Bulk Coupon'],
  ['/qr-alerts', 'More: Keys'],
  ['/qr-alerts', 'More: Test sound'],
  ['/qr-alerts', 'Reject'],
  ['/qr-alerts/{alert}', 'the place'],
  ['/coupon-details/{coupon}', 'Void sticker'],
  ['/staff-users', 'Add Staff'],
  ['/staff-users', 'Log out Venkatanarasimharaju'],
  ['/admin-users', 'Add Admin'],
  ['/ambulances', 'Add Ambulance'],
  ['/ambulances', 'Edit'],
  ['/ambulances', 'Retire'],
  ['/ambulances', 'Import CSV'],
  ['/hospitals', 'Add Hospital'],
  ['/super-distributor', 'Delete'],
  ['/stock', 'Give stickers'],
  ['/stock/{distributor}', 'Numbers'],
  ['/qr-alerts', 'More: Start a drill'],
  ['/on-call', 'Add person'],
  ['/on-call', 'Make a rota'],
  ['/on-call', 'Add override'],
  ['/on-call', 'Change times'],
  ['/subscriber/{subscriber}', 'Renew plan'],
]

test.each(DIALOGS)(
  '%s: the dialog of %s is accessible, light and dark, traps focus and restores it',
  async (path, opener) => {
    const page = await open('admin', path)
    const [name, entry] = opener.split(': ')
    const button = page.getByRole('main').getByRole('button', { name: name! }).first()
    await button.press('Enter')
    if (entry) await page.getByRole('menuitem', { name: entry }).press('Enter')
    const dialog = page.locator('[role="dialog"][aria-modal="true"]')
    await dialog.waitFor()
    expect(await problemsInEveryLook(page, bothShades(false))).toEqual([])
    for (let press = 1; press <= 12; press++) {
      await page.keyboard.press('Tab')
      // Between the last and the first control the focus may rest on the window itself, never on the page behind.
      const behind = await page.evaluate(() => document.querySelector('#root')?.contains(document.activeElement))
      expect([press, behind]).toEqual([press, false])
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await eventually(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  },
)

test('an admin makes a coupon and downloads its QR code under the name the server gives', async () => {
  const page = await visit(browser, world, '/coupon-management', { as: await createPerson(world, 'admin') })
  await page.getByRole('button', { name: 'Add Coupon' }).click()
  await page.getByRole('dialog', { name: 'Add Coupon' }).getByRole('button', { name: 'Create', exact: true }).click()
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
  // Still: what moves is pressed later, and by then the page may have asked again on its own.
  const board = await visit(browser, world, '/login', { as: await createPerson(world, 'admin') })
  const mend = await failing(board, '**/trpc/*alerts.list**')
  await board.goto(`${world.url}/qr-alerts`)
  await board.getByRole('main').getByText('Error fetching alerts.').waitFor()
  await mend(board.getByRole('button', { name: 'Try again' }).click())
  await board.getByRole('article', { name: 'Ravi Kumar' }).waitFor()
  await eventually(() => board.getByRole('main').getByText('Error fetching alerts.').count()).toBe(0)
})
