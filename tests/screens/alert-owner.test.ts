import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/emergency/alerts/release-overdue-alerts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alterAlerts, closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance, SCENE } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createWorld, type World } from '../harness/world.ts'
import {
  arm,
  closeProfiles,
  eventually,
  launchBrowser,
  sirenSeconds,
  sirens,
  visit,
  visitOnPhone,
} from '../journeys/browser.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

// No worker lives in these tests, but where one is called for a look.

let world: World
let browser: Browser
let asha: Person
let vikram: Person
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  world = await createWorld({ web: true, worker: false })
  asha = await createPerson(world, 'staff', 'Asha')
  vikram = await createPerson(world, 'staff', 'Vikram')
})
afterEach(async () => {
  await closeProfiles(browser)
  await world.stop()
})

async function claimedBy(person: Person) {
  const { sticker } = await createSubscriber(world)
  const alert = await press(world.url, sticker.token, SCENE)
  const ctx = { ...world.ctx(person.actor), actor: person.actor }
  await claimAlert({ ctx, input: { id: alert.id, take_over: false } })
  return alert
}

async function board(person: Person, address = '/qr-alerts'): Promise<Page> {
  const page = await visit(browser, world, address, { as: person })
  await arm(page)
  return page
}

/** A console knows the deadlines of its alerts; here it learns them again. */
async function later(page: Page, seconds: number): Promise<void> {
  await world.advanceTime(seconds * 1_000)
  await page.reload()
  await arm(page)
}
const bar = (page: Page) => page.getByRole('dialog', { name: 'New Emergency Alert' })

test('a console rings for an alert whose owner is idle for two minutes, also without a worker', async () => {
  const page = await board(asha)
  await claimedBy(vikram)
  await page.getByText(/Vikram Rao claimed it at/).waitFor()
  expect(await sirens(page)).toBe(0)
  await later(page, 127)
  await eventually(() => sirens(page)).toBe(1)
  await page.getByText(/Vikram Rao claimed it at .*, but the time to act is over/).waitFor()
  await page.getByText(/^Vikram has not acted in time/).waitFor()
  await bar(page).getByRole('button', { name: 'Dismiss' }).click()
  await bar(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Claimed by Vikram — take over' }).click()
  await page.getByText(/^You claimed it at [\d:]+$/).waitFor()
  await eventually(() => sirens(page)).toBe(0)
})

test('an alert that is given back rings everywhere, and card, bar and timeline say why', async () => {
  const page = await board(asha)
  const { id } = await claimedBy(vikram)
  await page.getByText(/Vikram Rao claimed it at/).waitFor()
  await world.advanceTime(46_000)
  await releaseOverdueAlerts({ ctx: world.ctx() })
  const reason = "Given back: Vikram's console has not been heard of for 45 s"
  await eventually(() => sirens(page)).toBe(1)
  await page.getByRole('article').getByText(reason).waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.getByRole('link', { name: 'View alert of Ravi Kumar' }).click()
  await page.waitForURL(`**/qr-alerts/${id}`)
  await page.getByText(`${reason}.`).waitFor()
})

/** It rings in the pattern of the first half minute, not only at the next level. */
async function ringsAsNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Claim' }).waitFor()
  await eventually(() => sirens(page)).toBe(1)
  expect(await sirenSeconds(page)).toBeGreaterThan(2)
}

test('who reads the page of a colleague’s alert hears that it is given back', async () => {
  const { id } = await claimedBy(vikram)
  const page = await board(asha, `/qr-alerts/${id}`)
  await page.getByText(/Vikram Rao claimed it at/).waitFor()
  await world.advanceTime(46_000)
  await releaseOverdueAlerts({ ctx: world.ctx() })
  await ringsAsNew(page)
})

test('who stays on a closed alert’s page hears that its late ambulance reopens it', async () => {
  const { id } = await claimedBy(asha)
  const ambulance = await createAmbulance(world)
  await assign(world, asha, id, { ambulance_id: ambulance.id })
  await closeAlert(world, asha, id, 'ATTENDED')
  const page = await board(asha, `/qr-alerts/${id}`)
  await page.getByText(/Asha Rao attended this alert/).waitFor()
  await world.advanceTime(61_000)
  await releaseOverdueAlerts({ ctx: world.ctx() })
  await ringsAsNew(page)
})

test('a claim at the same time as a colleague’s takes nothing away, but can take over later', async () => {
  const { id } = await claimedBy(vikram)
  const owner = () => world.db.selectFrom('alerts').select('claimed_by').where('id', '=', id).executeTakeFirstOrThrow()
  // Just claimed, however slow this machine is.
  const claimed_at = new Date(Date.now() + 60_000)
  await alterAlerts(world, { claimed_at }, id)
  const [cards, details] = [await board(asha), await board(asha, `/qr-alerts/${id}`)]
  await cards.getByText(/Vikram Rao claimed it at/).waitFor()
  await cards.keyboard.press('j')
  await cards.keyboard.press('c')
  await cards.getByText(/^Vikram has had this alert since/).waitFor()
  await details.getByRole('button', { name: 'Claimed by Vikram — take over' }).click()
  await details.getByText(/^Vikram has had this alert since/).waitFor()
  expect(await owner()).toEqual({ claimed_by: vikram.id })
  await later(cards, 64)
  await cards.getByText(/Vikram Rao claimed it at/).waitFor()
  await cards.keyboard.press('j')
  await cards.keyboard.press('c')
  await cards.getByText('You claimed it at').waitFor()
  expect(await owner()).toEqual({ claimed_by: asha.id })
})

test('in the last minute the owner of an alert reads how long it stays silent', async () => {
  const page = await board(asha)
  await claimedBy(asha)
  await page.getByText(/You claimed it at/).waitFor()
  expect(await page.getByText(/rings again/).count()).toBe(0)
  await later(page, 80)
  await page.getByText(/Without a dispatch, note or call it rings again in [1-4]?\d s/).waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
})

test('the bystander’s page shows "Call 112 now" when the owner is removed, without a worker', async () => {
  const { status_url } = await claimedBy(asha)
  const page = await visitOnPhone(browser, `${world.url}${status_url}`)
  await page.getByRole('heading', { name: 'Asha is handling it' }).waitFor()
  const admin = await createPerson(world, 'admin', 'Meera')
  await call(world.url, `/api/users/${asha.id}/delete/`, { method: 'DELETE', access: admin.access })
  await page.getByRole('heading', { name: 'Call 112 now' }).waitFor()
  expect(await page.getByText('Asha').count()).toBe(0)
})
