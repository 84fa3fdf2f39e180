import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, fromMenu, visit } from '../journeys/browser.ts'
import { choose } from '../journeys/fields.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin')

beforeAll(async () => {
  // Twenty days ago, claimed after 10 s; fifty days ago, claimed after 40 s.
  for (const [days, seconds] of [
    [20, 10],
    [50, 40],
  ] as const) {
    const { id, sticker } = await createSubscriber(world)
    await sql`insert into alerts (coupon_id, user_id, status, status_token, timestamp, first_claimed_at)
      select ${sticker.id}, ${id}, 'ATTENDED', ${`past-${days}`}, at, at + make_interval(secs => ${seconds})
      from (select now() - make_interval(days => ${days}) as at) past`.execute(world.db)
  }
})
afterEach(() => closeProfiles(browser))

const open = (query = '', phone = false): Promise<Page> =>
  visit(browser, world, `/response-figures${query}`, { as: admin, phone })
const figure = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Statistics of the range' }).getByRole('listitem').filter({ hasText: title })

test('an admin sees the last 30 days or 90, and the range stays in the address', async () => {
  const page = await open()
  await figure(page, 'Real alerts').getByText('1', { exact: true }).waitFor()
  await figure(page, 'Claimed within 15 s').getByText('100 %').waitFor()
  await page.getByText('90 days').click()
  await figure(page, 'Real alerts').getByText('2', { exact: true }).waitFor()
  await figure(page, 'Claimed within 15 s').getByText('50 %').waitFor()
  await figure(page, 'Until claimed').getByText('25 s').waitFor()
  expect(new URL(page.url()).search).toBe('?days=90')
  await page.reload()
  await figure(page, 'Real alerts').getByText('2', { exact: true }).waitFor()
})

test('every chart says in words what it shows, and its table holds every figure', async () => {
  const page = await open('?days=90')
  await page.getByRole('img', { name: /^Until claimed by state: Karnataka: 25 s \/ 37 s\.$/ }).waitFor()
  await page.getByRole('img', { name: /^Alerts by day: 2 in all, at most 1 in a day/ }).waitFor()
  const row = page.getByRole('table', { name: 'Response times by state' }).getByRole('row').nth(1)
  await row.getByText('50 % (1 of 2)').first().waitFor()
  await row.getByText('25 s / 37 s').waitFor()
  await page.getByText('Table of all days').click()
  await eventually(() => page.getByRole('table', { name: 'Response times by day' }).getByRole('row').count()).toBe(91)
  await page.getByText('Ambulance there').click()
  // Here no state has a time.
  const fold = page.getByRole('button', { name: 'Until an ambulance was there: nothing measured in 1 state' })
  await fold.click()
  await page.getByText('Karnataka', { exact: true }).first().waitFor()
})

test('a figure leads to its alerts, says what it was before, and all of them are saved as CSV', async () => {
  const page = await open('?days=30')
  await figure(page, 'Claimed within 15 s').getByText('1 of 1 alerts; before: 0 %').waitFor()
  const saved = page.waitForEvent('download')
  await fromMenu(page, 'This report as CSV', 'Export')
  const lines = fs.readFileSync(await (await saved).path(), 'utf8').split('\r\n')
  expect(lines[0]).toMatch(
    /^by,group,alerts,claimed_in_15,claimed_in_30,claim_count,claim_median_s,claim_p90_s,claim_waiting,/,
  )
  expect(lines).toContain('state,Karnataka,1,1,1,1,10,10,0,0,,,0,0,,,0')
  await page.getByRole('button', { name: '10 s / 10 s: slowest alerts of Karnataka' }).click()
  const dialog = page.getByRole('dialog', { name: 'Until claimed: Karnataka' })
  await dialog.getByRole('row').nth(1).getByText('10 s').waitFor()
  await dialog.getByRole('link', { name: /^Alert \d+$/ }).click()
  await page.waitForURL(/\/qr-alerts\/\d+$/)
})

test('the worst state is first, on the map too, also when none of its alerts was claimed', async () => {
  const { id, sticker } = await createSubscriber(world)
  await world.db.updateTable('subscriber_profiles').set({ state: 'Goa' }).where('user_id', '=', id).execute()
  await sql`insert into alerts (coupon_id, user_id, status, status_token, timestamp)
    select ${sticker.id}, ${id}, 'PENDING', 'waits-' || n, now() - interval '1 hour' from generate_series(1, 59) n`.execute(
    world.db,
  )
  onTestFinished(async () => {
    await world.db.deleteFrom('alerts').where('user_id', '=', id).execute()
  })
  const page = await open('?days=30')
  const waiting = figure(page, 'of them past the target')
  await waiting.getByText('59', { exact: true }).waitFor()
  await waiting.getByText('59 of them past the target').waitFor()
  await waiting.getByText('Look').waitFor()
  await figure(page, 'Until an ambulance was there').getByText('59 not reached yet; nothing measured').waitFor()
  const states = page.getByRole('table', { name: 'Response times by state' }).getByRole('row')
  await states.nth(1).getByText('Goa').waitFor()
  await states.nth(1).getByText('59 not claimed yet').waitFor()
  await states.nth(2).getByText('Karnataka').waitFor()
  const map = page.getByRole('img', { name: 'Map of states. Late: Goa.' })
  await map.getByText('59 wait').waitFor()
  await map.getByText('10 s', { exact: true }).waitFor()
  const bars = page.getByRole('img', { name: /^Until claimed by state: Goa: nothing measured; Karnataka: 10 s/ })
  await bars.getByText('59 not claimed yet').waitFor()
  // Beside its bar.
  const [name, bar] = [bars.locator('text', { hasText: 'Karnataka' }), bars.getByText('10 s / 10 s')]
  expect(Math.abs((await name.boundingBox())!.y - (await bar.boundingBox())!.y)).toBeLessThan(4)
})

test('days without an alert are said to be so, and what is asked too much is rejected in words', async () => {
  const page = await open('?days=7')
  await page.getByText('There were no alerts in these days.').waitFor()
  await choose(page, 'State', 'Unregistered or erased')
  await eventually(() => new URL(page.url()).search).toBe('?days=7&state=unregistered')
  await page.goto(`${world.url}/response-figures?from=2020-01-01&to=2026-01-01`)
  await page.getByText('Choose at most 366 days.').waitFor()
})

test('on a phone nothing is wider than the screen', async () => {
  const page = await open('?days=90', true)
  await page.getByRole('img', { name: /^Until claimed by shift/ }).waitFor()
  await page.getByText('Table of all days').click()
  const { wide, screen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }))
  expect(wide).toBe(screen)
})
