import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { complaints, eventually, failing, visit, fileBrowser } from '../journeys/browser.ts'
import { oneOfEverything, type Visitor } from '../journeys/one-of-everything.ts'
import { bothShades, problemsInEveryLook } from '../journeys/viewports.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const { people, ids } = await oneOfEverything(world)
const tabs: Partial<Record<Visitor, Page>> = {}

const PAGES: [who: Visitor, path: string, ready: string][] = [
  ['nobody', '/login?sessionExpired=1', 'Session expired. Please login again'],
  ['nobody', '/userlogin', 'Send OTP'],
  ['nobody', '/register', 'Personal Information'],
  ['nobody', '/privacy', 'Who answers for your data'],
  ['nobody', '/terms', 'Terms'],
  ['nobody', '/refunds', 'Refund'],
  ['nobody', '/contact', 'Grievance officer'],
  ['nobody', '/nowhere', 'Oops! Page not found'],
  ['admin', '/dashboard', 'Ravi Kumar'],
  ['admin', '/qr-alerts', 'Ravi Kumar'],
  ['admin', '/qr-alerts/{alert}', 'Timeline'],
  ['admin', '/coupon-management', 'AVAILABLE'],
  ['admin', '/coupon-details/{coupon}', 'Not Assigned to any user'],
  ['admin', '/coupon-details/{void_coupon}', 'Open the replacement'],
  ['admin', '/creator-management', '@venkatanarasimharajuvaripeta.road.safety'],
  ['admin', '/bulk-coupons', '2 coupons'],
  ['admin', '/bulk-coupons/{bulk_job}', 'AVAILABLE'],
  ['admin', '/bulk-coupons/{failed_job}', 'For support'],
  ['admin', '/all-subscribers', 'Ravi Kumar'],
  ['admin', '/subscriber/{subscriber}', 'Emergency Contacts'],
  ['admin', '/subscriber-form', 'Personal Information'],
  ['admin', '/staff-users', 'Venkatanarasimharaju'],
  ['admin', '/admin-users', 'Asha Rao'],
  ['admin', '/security', 'Set up the app'],
  ['admin', '/ambulances', 'KA01AB1234'],
  ['admin', '/ambulances?view=map', 'Drag to move'],
  ['admin', '/qr-alerts?view=map', 'Drag to move'],
  ['admin', '/hospitals', 'Any hour'],
  ['admin', '/hospitals?view=map', 'Drag to move'],
  ['admin', '/response-figures', 'Taken within 15 s'],
  ['admin', '/response-figures?days=7&measure=scene&state=Goa', 'There were no alerts in these days.'],
  ['admin', '/on-call', 'Weekly rota'],
  ['admin', '/ops', 'Send all 2 again'],
  ['admin', '/audit?subject=alert&subject_id={alert}', 'Without login'],
  ['admin', '/super-distributor', 'View'],
  ['admin', '/super-distributor/{super_distributor}', 'Bank Details'],
  ['admin', '/distributor/{distributor}', 'Bank Details'],
  ['admin', '/retailer/{retailer}', 'Bank Details'],
  ['admin', '/distributor', 'View'],
  ['admin', '/retailer', 'View'],
  ['admin', '/super-distributors/add', 'Government ID'],
  ['admin', '/distributors/add', 'Government ID'],
  ['super_distributor', '/super_distributor_dashboard', 'Activated this month'],
  ['super_distributor', '/my-distributor', 'View'],
  ['retailer', '/retailer_dashboard', 'Activated this month'],
  ['distributor', '/distributor_dashboard', 'Activated this month'],
  ['distributor', '/my-stock', 'Numbers 1-4'],
  ['distributor', '/stock/transfers/{transfer}', 'Received by'],
  ['distributor', '/sales-by-month', 'Who sold in'],
  ['admin', '/stock', 'Held by partners'],
  ['admin', '/stock/{distributor}', 'Monsoon'],
  ['distributor', '/my-retailer', 'View'],
  ['distributor', '/retailers/add', 'Government ID'],
  ['distributor', '/admin-users', 'You do not have permission to open this page.'],
  ['user', '/user_dashboard', 'Use the sidebar for everything else.'],
  ['user', '/profile', 'My Coupon QR'],
]

const filled = (path: string): string => path.replace(/\{(\w+)\}/, (_all, name: keyof typeof ids) => String(ids[name]))

/** A page of a person; one after the other in the same tab, since a new one would compile the web client again. */
async function open(who: Visitor, path: string): Promise<Page> {
  const as = people[who]
  tabs[who] ??= await visit(browser, world, '/nowhere', as ? { as } : {})
  complaints.get(tabs[who])!.length = 0
  await tabs[who].setViewportSize({ width: 1440, height: 900 })
  await tabs[who].goto(`${world.url}${filled(path)}`)
  return tabs[who]
}

test.each(PAGES)(
  '%s: %s is accessible, fits and keeps its own policy, on desk and phone, light and dark',
  async (who, path, ready) => {
    const page = await open(who, path)
    await page.getByText(ready).first().waitFor()
    expect(await problemsInEveryLook(page)).toEqual([])
  },
)

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
  ['/on-call', 'Change rota'],
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
  // Still: what moves is pressed later, and by then the page may have asked again by itself.
  const board = await visit(browser, world, '/login', { as: await createPerson(world, 'admin') })
  const mend = await failing(board, '**/trpc/*alerts.list**')
  await board.goto(`${world.url}/qr-alerts`)
  await board.getByRole('main').getByText('Error fetching alerts.').waitFor()
  await mend(board.getByRole('button', { name: 'Try again' }).click())
  await board.getByRole('article', { name: 'Ravi Kumar' }).waitFor()
  await eventually(() => board.getByRole('main').getByText('Error fetching alerts.').count()).toBe(0)
})
