import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertBar, freshConsoles } from '../journeys/fresh-consoles.ts'
import { createPerson } from '../harness/people.ts'
import { arm, eventually, loudness, silentPage, sirenSeconds, sirens, takeClockOfConsole } from '../journeys/browser.ts'

const at = await freshConsoles()
const { raise, open, board } = at

/** Time passes till the oldest alert has this age; a console knows the age of its alerts, here it learns it again. */
async function atAge(page: Page, seconds: number): Promise<void> {
  const { rows } = await at.world.pool.query<{ age: number }>(
    'select extract(epoch from now() - min(timestamp))::float8 as age from alerts',
  )
  await at.world.advanceTime(Math.round((seconds - rows[0]!.age) * 1000))
  await page.reload()
  await alertBar(page).waitFor()
  await arm(page)
  await eventually(() => sirens(page)).toBe(1)
}

/** A console with sound, whose clock the test moves. */
async function withOwnClock(address?: string): Promise<Page> {
  const page = await open(at.asha, address)
  await takeClockOfConsole(page)
  return page
}

test('an unclaimed alert returns at each level, faster and with more sound', async () => {
  const page = await board(at.asha)
  await raise()
  await eventually(() => sirens(page)).toBe(1)
  const heard = [{ seconds: await sirenSeconds(page), loud: await loudness(page) }]
  for (const seconds of [31, 61, 121]) {
    await alertBar(page).getByRole('button', { name: 'Dismiss' }).click()
    await eventually(() => sirens(page)).toBe(0)
    await atAge(page, seconds)
    heard.push({ seconds: await sirenSeconds(page), loud: await loudness(page) })
  }
  const [calm, urgent, alarm, still] = heard as [(typeof heard)[0], (typeof heard)[0], (typeof heard)[0], unknown]
  expect(urgent.seconds).toBeLessThan(calm.seconds)
  expect(alarm.seconds).toBeLessThan(urgent.seconds / 2)
  // Energy of the pattern: a quarter more each time (2 dB), beside the higher pitch.
  expect(urgent.loud).toBeGreaterThan(calm.loud * 1.25)
  expect(alarm.loud).toBeGreaterThan(urgent.loud * 1.25)
  expect(still).toEqual(alarm)
})

test('a console gets louder while one looks at it, by the age it knows', async () => {
  const page = await withOwnClock()
  await raise()
  await eventually(() => sirens(page)).toBe(1)
  const calm = await sirenSeconds(page)
  await page.clock.fastForward(31_000)
  await eventually(() => sirenSeconds(page)).toBeLessThan(calm)
  await page
    .getByRole('article')
    .getByText(/^Not claimed, 0:3\d$/)
    .waitFor()
})

test('the next level of an alert that was dismissed before its page was opened is heard there', async () => {
  const page = await withOwnClock()
  await raise()
  await eventually(() => sirens(page)).toBe(1)
  await alertBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('article', { name: 'Ravi Kumar' }).getByRole('link', { name: 'View' }).click()
  await page.getByRole('textbox', { name: 'Add a note' }).waitFor()
  await eventually(() => sirens(page)).toBe(0)
  await page.clock.fastForward(31_000)
  await eventually(() => sirens(page)).toBe(1)
})

test('after a minute an admin can only open or claim an alert, and opening silences it', async () => {
  const page = await open(await createPerson(at.world, 'admin', 'Meera'), '/dashboard')
  const first = await raise('Ravi')
  await raise('Sita')
  await atAge(page, 61)
  expect(await alertBar(page).getByRole('button', { name: 'Dismiss' }).count()).toBe(0)
  await alertBar(page).getByRole('button', { name: 'View Alert Details' }).click()
  await page.getByRole('heading', { name: 'Ravi Kumar' }).waitFor()
  expect(page.url()).toContain(`/qr-alerts/${first}`)
  // Sita's is still there; Ravi's, which fills the page, is not.
  await alertBar(page).getByText('Sita Kumar').waitFor()
  expect(await alertBar(page).getByText('Ravi Kumar').count()).toBe(0)
  await alertBar(page).getByRole('button', { name: 'Claim' }).click()
  await alertBar(page).waitFor({ state: 'detached' })
  await eventually(() => sirens(page)).toBe(0)
})

test('the alert one is looking at has no row in the bar, and another one has', async () => {
  const id = await raise('Ravi')
  const page = await board(at.asha, `/qr-alerts/${id}`, { phone: true })
  await page.getByRole('button', { name: 'Claim' }).waitFor()
  await eventually(() => sirens(page)).toBe(0)
  expect(await alertBar(page).count()).toBe(0)
  await raise('Sita')
  await alertBar(page).getByText('Sita Kumar').waitFor()
  expect(await alertBar(page).getByText('Ravi Kumar').count()).toBe(0)
})

test('an unclaimed alert sounds again at the next level on its own page, without a bar row', async () => {
  const id = await raise()
  const page = await withOwnClock(`/qr-alerts/${id}`)
  await page.getByRole('button', { name: 'Claim' }).waitFor()
  await eventually(() => sirens(page)).toBe(0)
  await page.clock.fastForward(31_000)
  await eventually(() => sirens(page)).toBe(1)
  expect(await alertBar(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Claim' }).click()
  await eventually(() => sirens(page)).toBe(0)
})

test('with every console mute the board says since when, until Enable sound ends it', async () => {
  await at.world.db
    .updateTable('console_watch')
    .set({ silent_since: new Date(Date.now() - 90_000) })
    .execute()
  const page = await silentPage(await open(await createPerson(at.world, 'admin', 'Meera')))
  await page.getByRole('button', { name: 'Later' }).click()
  const strip = page.getByRole('alert').filter({ hasText: 'No console has been armed since' })
  await strip.getByText(/No person is on call: the admins (are|were) notified/).waitFor()
  await strip.getByRole('button', { name: 'Enable sound' }).click()
  await strip.waitFor({ state: 'detached' })
  await page.getByText('No person is on call: when an alert waits two minutes').waitFor()
})
