import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeAlert } from '../harness/alert-calls.ts'
import { createAmbulance } from '../harness/ambulances.ts'
import { eventually } from '../journeys/browser.ts'
import { card, freshConsoles } from '../journeys/fresh-consoles.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

const at = await freshConsoles()

/** Asha's board with so many open alerts: rows. */
async function rows(alerts: number): Promise<{ page: Page; ids: number[] }> {
  const ids: number[] = []
  for (let n = 0; n < alerts; n += 1) ids.push(await at.raise(`Person${n}`))
  const page = await at.board(at.asha)
  await card(page, `Person${alerts - 1} Kumar`).waitFor()
  return { page, ids }
}
const beside = (page: Page) => page.getByRole('complementary', { name: 'Chosen alert' })
const shows = (page: Page, n: number) =>
  beside(page)
    .getByRole('heading', { name: `Person${n} Kumar` })
    .waitFor()
const asked = (page: Page) => new URL(page.url()).searchParams.get('alert')

test('J and K show the chosen alert beside the list, and the address says which', async () => {
  const { page, ids } = await rows(9)
  await page.keyboard.press('j')
  await shows(page, 0)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await shows(page, 2)
  await page.keyboard.press('k')
  await shows(page, 1)
  expect(new URL(page.url()).pathname).toBe('/qr-alerts')
  expect(asked(page)).toBe(String(ids[1]))
  await page.reload()
  await shows(page, 1)
  // Its whole page, and back to both.
  await beside(page).getByRole('link', { name: 'Whole page' }).click()
  await page.waitForURL(`**/qr-alerts/${ids[1]}`)
  await page.getByRole('heading', { name: 'Person1 Kumar', level: 1 }).waitFor()
  await page.goBack()
  await shows(page, 1)
  // The list was one step before.
  await page.goBack()
  await beside(page).waitFor({ state: 'detached' })
  expect(asked(page)).toBeNull()
})

test('beside the list a click chooses, the keys act on the chosen one, and Escape closes it', async () => {
  const { page, ids } = await rows(8)
  await createAmbulance(at.world)
  await card(page, 'Person3 Kumar').getByRole('link', { name: 'Person3 Kumar' }).click()
  await shows(page, 3)
  // A list that is already narrow stays under the pointer.
  await card(page, 'Person5 Kumar').getByRole('button', { name: 'Claim' }).click()
  await shows(page, 5)
  await beside(page).getByText('You claimed it at').waitFor()
  await page.getByLabel('Add a note').waitFor()
  await page.keyboard.press('w')
  await eventually(() => page.getByLabel('Add a note').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Add a note').press('Tab')
  await page.keyboard.press('1')
  await page.getByRole('dialog', { name: 'Send an ambulance to Person5 Kumar' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /^Send an ambulance/ }).waitFor({ state: 'detached' })
  // What has been closed by a colleague stays, and no key acts on another alert.
  await closeAlert(at.world, at.vikram, ids[5]!, 'REJECTED')
  await beside(page).getByText('Vikram Rao rejected this alert').waitFor()
  await page.keyboard.press('a')
  expect(await page.getByRole('dialog', { name: /^Attend/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await beside(page).waitFor({ state: 'detached' })
})

test('a narrow window opens the link of a chosen alert as its page, and both fit every screen', async () => {
  const { page, ids } = await rows(7)
  await page.keyboard.press('j')
  await shows(page, 0)
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.setViewportSize({ width: 1199, height: 800 })
  await page.goto(`${at.world.url}/qr-alerts?alert=${ids[4]}`)
  await page.waitForURL(`**/qr-alerts/${ids[4]}`)
})

test('beside an alert as many rows are in sight as without it', async () => {
  const { page } = await rows(40)
  await page.keyboard.press('j')
  await shows(page, 0)
  for (const [width, height, least] of [
    [1440, 900, 18],
    [1366, 768, 12],
    [2560, 1440, 30],
  ] as const) {
    await page.setViewportSize({ width, height })
    await eventually(() =>
      page.evaluate<number>(`[...document.querySelectorAll('[data-alert]')].filter((alert) => {
        const { top, bottom } = alert.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }).length`),
    ).toBeGreaterThanOrEqual(least)
  }
  // Of many alerts nearby three are in the way of the call, not all.
  const nearby = beside(page).getByRole('list', { name: 'Alerts nearby' }).getByRole('listitem')
  await eventually(() => nearby.count()).toBe(3)
  await beside(page).getByRole('button', { name: 'Show all 39' }).click()
  await eventually(() => nearby.count()).toBe(39)
})

test('one’s own alerts are on top of the rows, and a claimed one stays chosen and in sight', async () => {
  const { page, ids } = await rows(40)
  const own = page.getByRole('list', { name: 'Mine' })
  // Far down: it goes to the top with the focus, and the page stays where it is.
  await card(page, 'Person30 Kumar').scrollIntoViewIfNeeded()
  await card(page, 'Person30 Kumar').getByRole('button', { name: 'Claim' }).click()
  await own.getByRole('article', { name: 'Person30 Kumar' }).waitFor()
  await shows(page, 30)
  const chosen = own.locator(`[data-alert="${ids[30]}"]`)
  const inSight = () =>
    chosen.evaluate((element) => {
      const { top, bottom, left } = element.getBoundingClientRect()
      const there = element.contains(document.elementFromPoint(left + 20, (top + bottom) / 2))
      return [there, document.activeElement === element]
    })
  await eventually(inSight).toEqual([true, true])
  expect(await page.evaluate('scrollY')).toBeGreaterThan(300)
  // Each of these sorts the list again.
  for (const n of [3, 4, 5, 6, 7, 8]) await at.claim(ids[n]!, n < 6 ? at.asha : at.vikram)
  await at.raise('Newest')
  await card(page, 'Newest Kumar').waitFor()
  await eventually(inSight).toEqual([true, true])
  // Upwards no row is chosen below them.
  await page.keyboard.press('j')
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('j')
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('k')
  const free = await page.evaluate(`(() => {
    const { top, left } = document.activeElement.getBoundingClientRect()
    return document.activeElement.contains(document.elementFromPoint(left + 20, top + 5))
  })()`)
  expect(free).toBe(true)
})
