import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createWorld, type World } from '../harness/world.ts'
import {
  arm,
  closeProfiles,
  eventually,
  launchBrowser,
  loudness,
  silentPage,
  sirenSeconds,
  sirens,
  visit,
} from './browser.ts'

// No worker lives in these tests: what the consoles do here they do by themselves.

let world: World
let browser: Browser
let asha: Person
let vikram: Person
let admin: Person
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  world = await createWorld({ web: true, worker: false })
  asha = await createPerson(world, 'staff', 'Asha')
  vikram = await createPerson(world, 'staff', 'Vikram')
  admin = await createPerson(world, 'admin', 'Meera')
})
afterEach(async () => {
  await closeProfiles(browser)
  await world.stop()
})

async function raise(first_name = 'Ravi'): Promise<{ id: number; token: string }> {
  const { sticker } = await createSubscriber(world, { first_name })
  const { id } = await press(world.url, sticker.token)
  return { id, token: sticker.token }
}
const bar = (page: Page) => page.getByRole('dialog', { name: 'New Emergency Alert' })

/** Time passes till the oldest alert has this age; a console knows the age of its alerts, here it learns it again. */
async function atAge(page: Page, seconds: number): Promise<void> {
  const { rows } = await world.pool.query<{ age: number }>(
    'select extract(epoch from now() - min(timestamp))::float8 as age from alerts',
  )
  await world.advanceTime(Math.round((seconds - rows[0]!.age) * 1000))
  await page.reload()
  await bar(page).waitFor()
  await arm(page)
  await eventually(() => sirens(page)).toBe(1)
}

test('an alert nobody takes comes back after each level, and each time it is faster and holds more sound', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  await arm(page)
  await raise()
  await eventually(() => sirens(page)).toBe(1)
  const heard = [{ seconds: await sirenSeconds(page), loud: await loudness(page) }]
  for (const seconds of [31, 61, 121]) {
    await bar(page).getByRole('button', { name: 'Dismiss' }).click()
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
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  await page.clock.install()
  await page.reload()
  await arm(page)
  await raise()
  await eventually(() => sirens(page)).toBe(1)
  const calm = await sirenSeconds(page)
  await page.clock.fastForward(31_000)
  await eventually(() => sirenSeconds(page)).toBeLessThan(calm)
  await bar(page).getByText('Nobody has taken it for 30 s.').waitFor()
})

test('after a minute an admin cannot dismiss it, only open or claim it; opening silences that one', async () => {
  const page = await visit(browser, world, '/dashboard', { as: admin })
  const first = await raise('Ravi')
  await raise('Sita')
  await atAge(page, 61)
  expect(await bar(page).getByRole('button', { name: 'Dismiss' }).count()).toBe(0)
  await bar(page).getByRole('button', { name: 'View Alert Details' }).click()
  await page.getByRole('heading', { name: 'Ravi Kumar' }).waitFor()
  expect(page.url()).toContain(`/qr-alerts/${first.id}`)
  // Sita's is still there; Ravi's, which fills the page, is not.
  await bar(page).getByText('Sita Kumar').waitFor()
  expect(await bar(page).getByText('Ravi Kumar').count()).toBe(0)
  await bar(page).getByRole('button', { name: 'Claim' }).click()
  await bar(page).waitFor({ state: 'detached' })
  await eventually(() => sirens(page)).toBe(0)
})

test('the alert one is looking at has no row in the bar, and another one has', async () => {
  const { id } = await raise('Ravi')
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha, phone: true })
  await arm(page)
  await page.getByRole('button', { name: 'Claim' }).waitFor()
  await eventually(() => sirens(page)).toBe(0)
  expect(await bar(page).count()).toBe(0)
  await raise('Sita')
  await bar(page).getByText('Sita Kumar').waitFor()
  expect(await bar(page).getByText('Ravi Kumar').count()).toBe(0)
})

test('on its own page an alert nobody takes is heard again at the next level, without a row in the bar', async () => {
  const { id } = await raise()
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await page.clock.install()
  await page.reload()
  await arm(page)
  await page.getByRole('button', { name: 'Claim' }).waitFor()
  await eventually(() => sirens(page)).toBe(0)
  await page.clock.fastForward(31_000)
  await eventually(() => sirens(page)).toBe(1)
  expect(await bar(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Claim' }).click()
  await eventually(() => sirens(page)).toBe(0)
})

test('a note written with Ctrl+Enter is on the colleague’s console at once', async () => {
  const { id } = await raise()
  const first = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  const second = await visit(browser, world, `/qr-alerts/${id}`, { as: vikram })
  await second.getByRole('heading', { name: 'Timeline' }).waitFor()
  const field = first.getByRole('textbox', { name: 'Add a note' })
  await field.fill('A passer-by is with him.')
  await field.press('Control+Enter')
  for (const page of [first, second]) await page.getByText('Asha Rao: A passer-by is with him.').waitFor()
  // The news may come by the stream before the answer, and only the answer empties the field.
  await eventually(() => field.inputValue()).toBe('')
})

test('a note whose answer was lost is sent again as the same note, and an error keeps what was written', async () => {
  const { id } = await raise()
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await page.getByRole('textbox', { name: 'Add a note' }).fill('Gate is locked.')
  await page.route('**/trpc/alerts.addNote**', async (route) => {
    await route.fetch({ maxRetries: 3 })
    await route.abort()
  })
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('textbox', { name: 'Add a note' }).and(page.locator('[aria-invalid=true]')).waitFor()
  expect(await page.getByRole('textbox', { name: 'Add a note' }).inputValue()).toBe('Gate is locked.')
  await page.unroute('**/trpc/alerts.addNote**')
  await page.getByRole('button', { name: 'Add note' }).click()
  await eventually(() => page.getByRole('textbox', { name: 'Add a note' }).inputValue()).toBe('')
  await page.reload()
  await page.getByText('Asha Rao: Gate is locked.').waitFor()
  expect(await page.getByText('Asha Rao: Gate is locked.').count()).toBe(1)
})

test('an alert that is put back rings on the colleague’s console again and can be claimed there', async () => {
  const { id } = await raise()
  const first = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  const second = await visit(browser, world, '/qr-alerts', { as: vikram })
  await first.getByRole('button', { name: 'Claim' }).click()
  const card = second.getByRole('article', { name: 'Ravi Kumar' })
  await card.getByText('Asha Rao has it since').waitFor()
  await arm(second)
  await eventually(() => sirens(second)).toBe(0)
  await first.getByRole('button', { name: 'Put back' }).click()
  await first.getByText('Nobody has it yet').waitFor()
  await eventually(() => sirens(second)).toBe(1)
  await card.getByRole('button', { name: 'Claim' }).click()
  await first.getByText('Vikram Rao has it since').waitFor()
  // What a colleague has is not hers to put back.
  expect(await first.getByRole('button', { name: 'Put back' }).count()).toBe(0)
  await first.getByText('Asha Rao put the alert back.').waitFor()
})

test('every press of an alert is listed with its number and how far it was from the first', async () => {
  const { id, token } = await raise()
  await press(world.url, token, { latitude: 19.07598, longitude: 72.87766, accuracy: 18 })
  await press(world.url, token, {
    latitude: 19.07823,
    longitude: 72.87766,
    first_respondent_phone: '9876543210',
    pressed_ms_ago: 125_000,
  })
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  const list = page.getByRole('region', { name: 'Reports' })
  await list.getByText('3 reports').waitFor()
  const last = list.getByRole('listitem').last()
  await last.getByText('250 m from the first place').waitFor()
  await last.getByText(/the phone had no network for 2:05\.$/).waitFor()
  expect(await last.getByRole('link', { name: '98765 43210' }).getAttribute('href')).toBe('tel:+919876543210')
})

test('two places far apart are said on card and page, and the operator chooses one of them', async () => {
  const { id, token } = await raise()
  await press(world.url, token, { latitude: 12.9716, longitude: 77.5946, accuracy: 40 })
  await press(world.url, token, { latitude: 28.6139, longitude: 77.209, accuracy: 0 })
  const board = await visit(browser, world, '/qr-alerts', { as: asha })
  await board.getByText('Two places reported').first().waitFor()
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await page.getByText('Two places reported').waitFor()
  const last = page.getByRole('region', { name: 'Reports' }).getByRole('listitem').last()
  await last.getByRole('button', { name: 'Use this place' }).click()
  await page.getByText('The place of the alert is set.').waitFor()
  await page.getByText('Two places reported').waitFor({ state: 'detached' })
  await page.getByText(/Asha Rao set the place to the one reported at/).waitFor()
  const place = page.getByRole('region', { name: 'Alert', exact: true })
  await place.getByText('28.61390, 77.20900').waitFor()
})

test('a handover note stands above the alerts of every board, with the count of open ones while writing', async () => {
  await raise()
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  await page.getByText('No handover note yet.').waitFor()
  await page.getByRole('button', { name: 'Write handover note' }).click()
  const writing = page.getByRole('dialog', { name: 'Write handover note' })
  await writing.getByText('1 alert is open, and nobody has taken it.').waitFor()
  await writing.getByRole('button', { name: 'Save note' }).click()
  await writing.getByText('Please write the note.').waitFor()
  await writing.getByRole('textbox').fill('KA01AB0001 is in repair.\nCall the Kumar family at nine.')
  await writing.getByRole('button', { name: 'Save note' }).click()
  await writing.waitFor({ state: 'detached' })
  const colleague = await visit(browser, world, '/qr-alerts', { as: vikram })
  for (const each of [page, colleague]) {
    const strip = each.getByRole('region', { name: 'Handover note' })
    await strip.getByText('KA01AB0001 is in repair.').waitFor()
    await strip.getByText(/^Asha Rao, \d\d \w{3,4} \d{4}, \d\d:\d\d$/).waitFor()
  }
  await colleague.getByRole('button', { name: 'All notes' }).click()
  const all = colleague.getByRole('dialog', { name: 'Handover notes' })
  await all.getByText('Call the Kumar family at nine.').waitFor()
})

test('with every console mute the board says since when and that only admins are told; Enable sound ends it', async () => {
  await world.db
    .updateTable('console_watch')
    .set({ silent_since: new Date(Date.now() - 90_000) })
    .execute()
  const page = await silentPage(await visit(browser, world, '/qr-alerts', { as: admin }))
  const strip = page.getByRole('alert').filter({ hasText: 'No console has been armed since' })
  await strip.getByText(/No person is on call: the admins (are|were) told/).waitFor()
  await strip.getByRole('button', { name: 'Enable sound' }).click()
  await strip.waitFor({ state: 'detached' })
  await page.getByText('No person is on call: when an alert waits two minutes').waitFor()
})
