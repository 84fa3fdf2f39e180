import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { assign, createAmbulance } from '../harness/ambulances.ts'
import { arm, eventually, silentPage } from '../journeys/browser.ts'
import { card, freshConsoles } from '../journeys/fresh-consoles.ts'

const at = await freshConsoles()

/** A console with so many open alerts whose sound is off, and with the question whether to turn it on. */
async function silentBoard(alerts: number): Promise<Page> {
  for (let n = 0; n < alerts; n += 1) await at.raise(n % 7 === 0 ? 'Venkatanarasimharaju' : `Ravi ${n}`)
  return silentPage(await at.open(at.asha))
}

/** How many alerts are wholly on the screen, below what stays in sight. */
const inSight = (page: Page) =>
  page.evaluate<number>(`[...document.querySelectorAll('[data-alert]')].filter((alert) => {
    const { top, bottom } = alert.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  }).length`)

test('with sound off 60 open alerts stand as rows, many of them in sight on every screen', async () => {
  const page = await silentBoard(60)
  await eventually(() => page.getByRole('article').count()).toBe(60)
  const question = page.getByRole('dialog', { name: 'Enable Sound Notifications?' })
  const least = [
    { width: 1440, height: 900, rows: 18 },
    { width: 1366, height: 768, rows: 12 },
    { width: 2560, height: 1440, rows: 30 },
    { width: 390, height: 844, rows: 7 },
    // 1440 x 900 at a zoom of 200 %.
    { width: 720, height: 450, rows: 5 },
  ]
  const look = async () => {
    for (const { rows, ...size } of least) {
      await page.setViewportSize(size)
      await eventually(() => inSight(page)).toBeGreaterThanOrEqual(rows)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
  }
  await question.waitFor()
  await look()
  await question.getByRole('button', { name: 'Later' }).click()
  await page.getByText('nobody would hear a new alert').waitFor()
  await look()
})

test('six open alerts are cards, a seventh makes rows, and a choice stays', async () => {
  const page = await silentBoard(6)
  const height = async () => (await page.getByRole('article').last().boundingBox())!.height
  await eventually(height).toBeGreaterThan(100)
  await at.raise('Imran')
  await eventually(height).toBeLessThanOrEqual(41)
  await page.getByText('Cards', { exact: true }).click()
  await page.reload()
  await eventually(height).toBeGreaterThan(100)
})

test('a row has the next step as a button and the others in a menu', async () => {
  await at.raise('Ravi', at.vikram)
  await at.raise('Imran')
  const { vehicle_number } = await createAmbulance(at.world)
  const page = await at.board(at.asha)
  await card(page, 'Imran Kumar').getByText(`Nearest ambulance: ${vehicle_number}, 3 min`).waitFor()
  await page.getByText('Rows', { exact: true }).click()
  await card(page, 'Imran Kumar').getByText(`${vehicle_number}, 3 min`, { exact: true }).waitFor()
  await card(page, 'Ravi Kumar').getByRole('button', { name: 'Claimed by Vikram — take over' }).waitFor()
  await card(page, 'Imran Kumar').getByRole('button', { name: 'More for the alert of Imran Kumar' }).click()
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem').first().waitFor()
  expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
    'View',
    'Call',
    'Send an ambulance',
    'Attend',
    'Reject',
  ])
  await menu.getByText('Reject').click()
  await page.getByRole('dialog', { name: 'Reject alert: Imran Kumar' }).waitFor()
  await page.keyboard.press('Escape')
  await card(page, 'Imran Kumar').getByRole('button', { name: 'Claim', exact: true }).click()
  await card(page, 'Imran Kumar').getByText('You claimed it at').waitFor()
})

test('the board counts and silences in its toolbar, which stays in sight', async () => {
  for (let n = 0; n < 30; n += 1) await at.raise(`Ravi ${n}`)
  const page = await at.open(at.asha)
  await arm(page)
  const bar = page.getByRole('dialog', { name: 'New Emergency Alert' })
  await bar.getByText('30 alerts').waitFor()
  await page.keyboard.press('End')
  await eventually(() => page.evaluate('scrollY')).toBeGreaterThan(300)
  expect((await bar.boundingBox())!.y).toBeLessThan(120)
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => bar.count()).toBe(0)
})

test('a list of rows shows all open alerts or a part: mine, unclaimed, waiting, moving', async () => {
  for (let n = 0; n < 5; n += 1) await at.raise(`New ${n}`)
  await at.raise('Own', at.asha)
  await at.raise('Held', at.vikram)
  const moving = await at.raise('Moving', at.vikram)
  const { id: ambulance_id } = await createAmbulance(at.world)
  expect(await assign(at.world, at.vikram, moving, { ambulance_id })).toMatchObject({ status: 201 })
  const page = await at.open(at.asha)
  const parts = page.getByRole('radiogroup', { name: 'Which open alerts' })
  await eventually(() => parts.locator('label').allTextContents()).toEqual([
    'All 8',
    'Mine 1',
    'Unclaimed 5',
    'Waiting 2',
    'Moving 1',
  ])
  await parts.getByText('Mine 1').click()
  await eventually(() => page.getByRole('article').getByRole('heading').allTextContents()).toEqual(['Own Kumar'])
  await page.reload()
  await card(page, 'Own Kumar').waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  await parts.getByText('Moving 1').click()
  await card(page, 'Moving Kumar').waitFor()
  await alterAlerts(at.world, { status: 'ATTENDED', closed_at: new Date(), description: 'Safe.' }, moving)
  await page.reload()
  await page.getByText('No alert is moving.').waitFor()
})
