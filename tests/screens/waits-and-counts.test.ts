import { raiseDrill } from '@tvarit/shared/domain/alerts/raise-drill'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { actingAs, createPerson } from '../harness/people.ts'
import { eventually } from '../journeys/browser.ts'
import { alertBar, card, freshConsoles } from '../journeys/fresh-consoles.ts'

const at = await freshConsoles()

/** Each alert's age as its console shows it: the figure, and whether it has the colour of plain text. */
const ages = (page: Page) =>
  page.getByRole('timer').evaluateAll((timers) =>
    timers.map((timer) => {
      const plain = getComputedStyle(document.querySelector('main h1, main h3')!).color
      return { text: timer.textContent, plain: getComputedStyle(timer).color === plain }
    }),
  )

async function raisedAt(first_name: string, seconds_ago: number): Promise<number> {
  const id = await at.raise(first_name)
  const timestamp = new Date(Date.now() - seconds_ago * 1000)
  await alterAlerts(at.world, { timestamp, waiting_since: timestamp }, id)
  return id
}

const LONG = /^34:[345]\d$/
const long = { text: expect.stringMatching(LONG), plain: false }
const fresh = { text: expect.stringMatching(/^0:\d\d$/), plain: true }

test('an alert’s wait is the same everywhere, and red only from a minute', async () => {
  await raisedAt('Ravi', 34 * 60 + 33)
  // A minute ahead, as its age must stay below 30 s in this test.
  const id = await raisedAt('Sita', -60)
  const page = await at.open(at.asha)
  await alertBar(page).getByText('2 alerts', { exact: true }).waitFor()
  await eventually(() => ages(page)).toEqual([long, fresh])
  await page.getByText('Rows', { exact: true }).click()
  await eventually(() => ages(page)).toEqual([long, fresh])
  await page.goto(`${at.world.url}/qr-alerts/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Sita Kumar' }).waitFor()
  await alertBar(page)
    .getByText(/^Not claimed for 34:[345]\d\./)
    .waitFor()
  // The bar's row of Ravi, then the page's own.
  await eventually(() => ages(page)).toEqual([long, fresh])
})

test('dashboard and board count the same alerts, with drills apart', async () => {
  const admin = await createPerson(at.world, 'admin', 'Meera')
  await at.raise('Ravi', at.asha)
  await raiseDrill({ input: undefined, ctx: { ...actingAs(at.world, admin), scope: 'all' } })
  const [dashboard, board] = await Promise.all(['/dashboard', '/qr-alerts'].map((address) => at.open(admin, address)))
  const figures = () =>
    Promise.all([
      dashboard!
        .getByRole('region', { name: 'Needs a person now' })
        .getByText(/^\d+ open/)
        .textContent(),
      dashboard!.getByRole('link', { name: /^Pending Alerts/ }).textContent(),
      board!
        .getByRole('main')
        .getByText(/^\d+ open/)
        .textContent(),
    ])
  await eventually(figures).toEqual([
    '1 open, all claimed; 1 drill.',
    'Pending Alerts1',
    '1 open, all claimed; 1 drill',
  ])
  await board!.getByRole('heading', { name: 'Needs action 1 alert and 1 drill' }).waitFor()
  await board!.getByText('2 entries, drills included').waitFor()
  for (const name of ['Sita', 'Kavya']) await at.raise(name)
  // Without a wait for the half minute after which the dashboard reads its other figures.
  await eventually(figures).toEqual([
    '3 open, 2 not claimed; 1 drill.',
    'Pending Alerts3',
    '3 open, 2 not claimed; 1 drill',
  ])
  await alertBar(board!)
    .getByText(/^2 alerts and 1 drill/)
    .waitFor()
  await board!.getByRole('searchbox').fill('Nobody of that name')
  const empty = board!.getByRole('status').filter({ hasText: 'No alerts found.' })
  await empty.getByText('Nothing matches this search or status. All alerts: 3 open, 2 not claimed; 1 drill.').waitFor()
  expect(await empty.locator('svg').count()).toBe(0)
  await empty.getByRole('link', { name: 'Show all alerts' }).click()
  await card(board!, 'Sita Kumar').waitFor()
})

test('without connection the board shows the time of its data, and no tick', async () => {
  const page = await at.open(at.asha)
  const tick = page.getByRole('status').filter({ hasText: 'No alerts found.' }).locator('svg')
  await tick.waitFor()
  await page.context().setOffline(true)
  await page
    .getByText(/^No connection since \d\d:\d\d:\d\d — reconnecting; what you see is from \d\d:\d\d:\d\d$/)
    .waitFor()
  expect(await page.getByText(/refreshing/).count()).toBe(0)
  expect(await tick.count()).toBe(0)
})
