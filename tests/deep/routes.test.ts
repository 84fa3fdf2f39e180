import type { Page } from 'playwright-core'
import { createBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/create-bulk-job'
import { createCoupon } from '@tvarit/shared/domain/stickers/coupons/create-coupon'
import { ROLES, type Role } from '@tvarit/shared/contracts/roles'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { everyRole } from '../harness/every-role.ts'
import { actingAs } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createBatch, give } from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, fileBrowser, visit } from '../journeys/browser.ts'
import { faults } from '../journeys/viewports.ts'

interface Route {
  path: string
  owners: readonly Role[]
  /** What the page says when it is really there. */
  says: string | RegExp
}

const ids = {
  coupon: 0,
  bulk_job: 0,
  alert: 0,
  subscriber: 0,
  super_distributor: 0,
  distributor: 0,
  retailer: 0,
  transfer: 0,
}
const CHAIN = ['super_distributor', 'distributor', 'retailer'] as const

/** Section 2 of the specification, every route inside the layout, with who may open it (design section 6). */
const ROUTES: Route[] = [
  { path: '/dashboard', owners: ['admin', 'staff', ...CHAIN], says: 'Recent Users' },
  { path: '/dashboard', owners: ['user'], says: 'My Coupon QR' },
  { path: '/profile', owners: ['user'], says: 'My Coupon QR' },
  { path: '/user_dashboard', owners: ['user'], says: 'Use the sidebar for everything else.' },
  { path: '/super_distributor_dashboard', owners: ['super_distributor'], says: 'Use the sidebar for everything else.' },
  { path: '/distributor_dashboard', owners: ['distributor'], says: 'Use the sidebar for everything else.' },
  { path: '/retailer_dashboard', owners: ['retailer'], says: 'Use the sidebar for everything else.' },
  { path: '/subscriber-form', owners: ['admin', 'staff'], says: 'Personal Information' },
  { path: '/coupon-management', owners: ['admin', 'user'], says: 'All Coupons' },
  { path: '/creator-management', owners: ['admin'], says: 'Creators Coupons' },
  { path: '/coupon-details/{coupon}', owners: ['admin', 'user'], says: 'Download QR' },
  { path: '/qr-alerts', owners: ['admin', 'staff'], says: 'Ravi Kumar' },
  { path: '/qr-alerts/{alert}', owners: ['admin', 'staff'], says: 'Timeline' },
  { path: '/bulk-coupons', owners: ['admin'], says: '7 coupons' },
  { path: '/bulk-coupons/{bulk_job}', owners: ['admin'], says: 'manifest.csv' },
  { path: '/all-subscribers', owners: ['admin', 'staff', 'user'], says: 'Ravi Kumar' },
  { path: '/admin-users', owners: ['admin'], says: 'All Admins' },
  { path: '/staff-users', owners: ['admin'], says: 'All Staffs' },
  { path: '/subscriber/{subscriber}', owners: ['admin', 'staff', 'user'], says: 'Emergency Contacts' },
  { path: '/super-distributors/add', owners: ['admin'], says: 'Government ID' },
  { path: '/distributors/add', owners: ['admin', 'super_distributor'], says: 'Government ID' },
  { path: '/retailers/add', owners: ['admin', 'distributor'], says: 'Government ID' },
  {
    path: '/super-distributor/{super_distributor}',
    owners: ['admin', 'super_distributor'],
    says: 'Super Distributor Details',
  },
  { path: '/distributor/{distributor}', owners: ['admin', 'super_distributor', 'distributor'], says: 'Bank Details' },
  { path: '/retailer/{retailer}', owners: ['admin', ...CHAIN], says: 'Bank Details' },
  { path: '/super-distributor', owners: ['admin'], says: 'Super Distributors' },
  { path: '/distributor', owners: ['admin', 'super_distributor'], says: 'Distributors' },
  { path: '/retailer', owners: ['admin', 'super_distributor', 'distributor'], says: 'Retailers' },
  { path: '/my-distributor', owners: ['admin', 'super_distributor'], says: 'My Distributors' },
  { path: '/ambulances', owners: ['admin', 'staff'], says: 'No ambulances found.' },
  { path: '/hospitals', owners: ['admin'], says: 'No hospitals found.' },
  { path: '/response-figures', owners: ['admin'], says: 'Claimed within 15 s' },
  { path: '/on-call', owners: ['admin'], says: 'Make a rota' },
  { path: '/ops', owners: ['admin'], says: 'Last synthetic scan' },
  { path: '/audit', owners: ['admin'], says: '127.0.0.1' },
  { path: '/security', owners: [...ROLES], says: 'Where you are logged in' },
  { path: '/stock', owners: ['admin'], says: 'Stock by partner' },
  { path: '/my-stock', owners: [...CHAIN], says: 'Paper trail' },
  { path: '/stock/{retailer}', owners: ['admin', ...CHAIN], says: 'Paper trail' },
  { path: '/stock/transfers/{transfer}', owners: ['admin', ...CHAIN], says: 'Received by' },
  { path: '/sales-by-month', owners: ['admin', ...CHAIN], says: 'Last twelve months' },
  { path: '/my-retailer', owners: ['admin', 'super_distributor', 'distributor'], says: 'My Retailers' },
]

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const { people, subscriber } = await everyRole(world)
const { admin } = people
beforeAll(async () => {
  ids.subscriber = subscriber.id
  ids.coupon = subscriber.sticker.id
  const job = await createBulkJob({ ctx: actingAs(world, admin), input: { count: 7, label_style: 'branded' } })
  ids.bulk_job = job.id
  ids.alert = (await press(world.url, subscriber.sticker.token)).id
  for (const role of CHAIN) ids[role] = people[role].id
  const batch = await createBatch(world, admin, 1)
  ids.transfer = Number((await give(world, admin, people.retailer, { bulk_job_id: batch.id })).body.id)
  await createCoupon({ ctx: actingAs(world, admin) })
})
afterEach(() => closeProfiles(browser))

const filled = (path: string): string =>
  path.replace(/\{(\w+)\}/, (_all, name: string) => String(ids[name as keyof typeof ids]))

/** Goes on as a link of the client does, by way of a page without the text that is looked for. Loading costs four times as much. */
async function goOn(page: Page, path: string): Promise<void> {
  for (const next of ['/nowhere', path]) {
    await page.evaluate((next) => {
      // As the router numbers its own entries.
      history.pushState({ ...history.state, idx: Number(history.state?.idx ?? 0) + 1 }, '', next)
      dispatchEvent(new PopStateEvent('popstate'))
    }, next)
    if (next !== path) await page.getByText('Oops! Page not found').waitFor()
  }
}

test.each(ROLES)('%s opens every page of their own', async (role) => {
  const page = await visit(browser, world, '/nowhere', { as: people[role] })
  for (const route of ROUTES.filter(({ owners }) => owners.includes(role))) {
    await goOn(page, filled(route.path))
    await page.getByRole('main').getByText(route.says).first().waitFor()
    expect([route.path, new URL(page.url()).pathname]).toEqual([route.path, filled(route.path)])
  }
  expect(faults(page)).toEqual([])
})

test('a page of another role says so instead of opening, and asks the server for nothing', async () => {
  const paths = [...new Set(ROUTES.map(({ path }) => path))].filter((path) => path !== '/dashboard')
  const strangerOf = (path: string): Role =>
    (['user', 'staff', 'retailer', ...ROLES] as const).find(
      (role) => !ROUTES.some((route) => route.path === path && route.owners.includes(role)),
    )!
  for (const role of ROLES) {
    const page = await visit(browser, world, '/nowhere', { as: people[role] })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const path of paths.filter((path) => strangerOf(path) === role)) {
      await goOn(page, filled(path))
      await page.getByRole('main').getByText('You do not have permission to open this page.').waitFor()
    }
    expect(
      asked.filter((url) => url.includes('/trpc/') && !/auth|alerts\.(live|list|watch|reportConsole)/.test(url)),
    ).toEqual([])
    expect(faults(page)).toEqual([])
    await page.context().close()
  }
})

test('without a session every page of the layout leads to /login', async () => {
  const page = await visit(browser, world, '/nowhere')
  for (const path of new Set(ROUTES.map((route) => filled(route.path)))) {
    await goOn(page, path)
    await page.waitForURL((url) => url.pathname === '/login')
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
  }
})
