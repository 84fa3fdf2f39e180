import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { arm, eventually, sessionOf, silentPage, sirens, visit, widget } from './browser.ts'
import { alertBar, freshConsoles } from './fresh-consoles.ts'

const at = await freshConsoles()
const { world, browser, raise } = at

const openBoard = (): Promise<Page> => at.open(at.asha)
const openSilentBoard = async (): Promise<Page> => silentPage(await openBoard())

test('the browser asks for sound, Later leaves it red and Enable makes it green', async () => {
  const page = await openSilentBoard()
  const question = page.getByRole('dialog', { name: 'Enable Sound Notifications?' })
  await question.getByRole('button', { name: 'Later' }).click()
  await question.waitFor({ state: 'hidden' })
  await widget(page, 'offline').click()
  await question.getByRole('button', { name: 'Enable' }).click()
  await widget(page, 'active').waitFor()
})

test('a click anywhere arms the sound', async () => {
  const page = await openSilentBoard()
  await page.getByRole('dialog', { name: 'Enable Sound Notifications?' }).getByRole('button', { name: 'Later' }).click()
  await widget(page, 'offline').waitFor()
  await page.getByRole('banner').getByText('QR Alerts').click()
  await widget(page, 'active').waitFor()
})

test('what one person dismissed rings for the next person at the desk', async () => {
  await raise()
  // Its last level: it does not climb any more.
  await world.advanceTime(130_000)
  const page = await openBoard()
  await alertBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await alertBar(page).waitFor({ state: 'detached' })
  const items = sessionOf(await createPerson(world, 'staff', 'Vikram'))
  await page.evaluate((session) => {
    for (const { name, value } of session) localStorage.setItem(name, value)
  }, items)
  await page.reload()
  await alertBar(page).waitFor()
})

test('an alert that waits on is heard again five minutes after its last level was dismissed', async () => {
  const page = await openBoard()
  await raise()
  await world.advanceTime(150_000)
  await page.reload()
  await alertBar(page).waitFor()
  await arm(page)
  await eventually(() => sirens(page)).toBe(1)
  await alertBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => sirens(page)).toBe(0)
  await dismissedAgo(page, 200_000)
  await page.getByRole('article', { name: 'Ravi Kumar' }).waitFor()
  await arm(page)
  expect(await alertBar(page).count()).toBe(0)
  await dismissedAgo(page, 301_000)
  await alertBar(page).waitFor()
  await arm(page)
  await eventually(() => sirens(page)).toBe(1)
})

/** Puts what this browser has dismissed into the past, and loads the page again. */
async function dismissedAgo(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((before) => {
    const dismissals = JSON.parse(localStorage.getItem('alertsDismissed')!) as Record<string, { at: number }>
    for (const dismissal of Object.values(dismissals)) dismissal.at = Date.now() - before
    localStorage.setItem('alertsDismissed', JSON.stringify(dismissals))
  }, milliseconds)
  await page.reload()
}

test('of several tabs of one browser only one sounds, and another takes over when it closes', async () => {
  const page = await openBoard()
  await arm(page)
  const beside = await visit(browser, world, '/qr-alerts', { beside: page })
  await arm(beside)
  await raise()
  await Promise.all([alertBar(page).waitFor(), alertBar(beside).waitFor()])
  await eventually(async () => (await sirens(page)) + (await sirens(beside))).toBe(1)
  expect(await sirens(page)).toBe(1)
  await page.close()
  await eventually(() => sirens(beside)).toBe(1)
})

test('a console that is not live says since when, refreshes and sounds, also when it is hidden', async () => {
  const page = await openBoard()
  await arm(page)
  await page.routeWebSocket('**/trpc-ws**', (socket) => socket.close())
  await page.reload()
  await page.getByText(/^Not live since \d\d:\d\d:\d\d — reconnecting; refreshing every 5 s meanwhile$/).waitFor()
  await page.keyboard.press('a')
  await widget(page, 'offline').waitFor()
  await page.getByText('No alerts found.').waitFor()
  await raise()
  await page.getByRole('article', { name: 'Ravi Kumar' }).waitFor()
  await eventually(() => sirens(page)).toBe(1)
  await alertBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => sirens(page)).toBe(0)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await raise('Sita')
  await eventually(() => sirens(page)).toBe(1)
})

test('the server knows which consoles are open and armed, and at once when one leaves', async () => {
  const page = await openBoard()
  const rows = () => world.db.selectFrom('consoles').selectAll().execute()
  await until('the console is reported', async () => (await rows()).length === 1)
  await arm(page)
  await until('it is reported as armed', async () => (await rows())[0]?.armed === true)
  await page.goto('about:blank')
  await until('it is reported as gone', async () => (await rows()).length === 0)
})
