import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/alerts/release-overdue-alerts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alterAlerts, closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { actingAs, createPerson, type Person } from '../harness/people.ts'
import { eventually, sirenSeconds, sirens, visitOnPhone } from '../journeys/browser.ts'
import { alertBar, freshConsoles } from '../journeys/fresh-consoles.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

// No worker lives in these tests, but where one is called for a look.

const at = await freshConsoles()
const { world, browser, board, later } = at

async function claimedBy(person: Person) {
  const alert = await raisedAlert(world)
  await claimAlert({ ctx: actingAs(world, person), input: { id: alert.id, take_over: false } })
  return alert
}

test('a console rings for an alert whose owner is idle for two minutes, also without a worker', async () => {
  const page = await board(at.asha)
  await claimedBy(at.vikram)
  await page.getByText(/Vikram Rao claimed it at/).waitFor()
  expect(await sirens(page)).toBe(0)
  await later(page, 127)
  await eventually(() => sirens(page)).toBe(1)
  await page.getByText(/Vikram Rao claimed it at .*, but the time to act is over/).waitFor()
  await page.getByText(/^Vikram has not acted in time/).waitFor()
  await alertBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await alertBar(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Claimed by Vikram — take over' }).click()
  await page.getByText(/^You claimed it at [\d:]+$/).waitFor()
  await eventually(() => sirens(page)).toBe(0)
})

test('an alert that is given back rings everywhere, and card, bar and timeline say why', async () => {
  const page = await board(at.asha)
  const { id } = await claimedBy(at.vikram)
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
  const { id } = await claimedBy(at.vikram)
  const page = await board(at.asha, `/qr-alerts/${id}`)
  await page.getByText(/Vikram Rao claimed it at/).waitFor()
  await world.advanceTime(46_000)
  await releaseOverdueAlerts({ ctx: world.ctx() })
  await ringsAsNew(page)
})

test('who stays on a closed alert’s page hears that its late ambulance reopens it', async () => {
  const { id } = await claimedBy(at.asha)
  const ambulance = await createAmbulance(world)
  await assign(world, at.asha, id, { ambulance_id: ambulance.id })
  await closeAlert(world, at.asha, id, 'ATTENDED')
  const page = await board(at.asha, `/qr-alerts/${id}`)
  await page.getByText(/Asha Rao attended this alert/).waitFor()
  await world.advanceTime(61_000)
  await releaseOverdueAlerts({ ctx: world.ctx() })
  await ringsAsNew(page)
})

test('a claim at the same time as a colleague’s takes nothing away, but can take over later', async () => {
  const { id } = await claimedBy(at.vikram)
  const owner = () => world.db.selectFrom('alerts').select('claimed_by').where('id', '=', id).executeTakeFirstOrThrow()
  // Just claimed, however slow this machine is.
  const claimed_at = new Date(Date.now() + 60_000)
  await alterAlerts(world, { claimed_at }, id)
  const [cards, details] = [await board(at.asha), await board(at.asha, `/qr-alerts/${id}`)]
  await cards.getByText(/Vikram Rao claimed it at/).waitFor()
  await cards.keyboard.press('j')
  await cards.keyboard.press('c')
  await cards.getByText(/^Vikram has had this alert since/).waitFor()
  await details.getByRole('button', { name: 'Claimed by Vikram — take over' }).click()
  await details.getByText(/^Vikram has had this alert since/).waitFor()
  expect(await owner()).toEqual({ claimed_by: at.vikram.id })
  await later(cards, 64)
  await cards.getByText(/Vikram Rao claimed it at/).waitFor()
  await cards.keyboard.press('j')
  await cards.keyboard.press('c')
  await cards.getByText('You claimed it at').waitFor()
  expect(await owner()).toEqual({ claimed_by: at.asha.id })
})

test('in the last minute the owner of an alert reads how long it stays silent', async () => {
  const page = await board(at.asha)
  await claimedBy(at.asha)
  await page.getByText(/You claimed it at/).waitFor()
  expect(await page.getByText(/rings again/).count()).toBe(0)
  await later(page, 80)
  await page.getByText(/Without a dispatch, note or call it rings again in [1-4]?\d s/).waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
})

test('the bystander’s page shows "Call 112 now" when the owner is removed, without a worker', async () => {
  const { status_url } = await claimedBy(at.asha)
  const page = await visitOnPhone(browser, `${world.url}${status_url}`)
  await page.getByRole('heading', { name: 'Asha is handling it' }).waitFor()
  const admin = await createPerson(world, 'admin', 'Meera')
  await call(world.url, `/api/users/${at.asha.id}/delete/`, { method: 'DELETE', access: admin.access })
  await page.getByRole('heading', { name: 'Call 112 now' }).waitFor()
  expect(await page.getByText('Asha').count()).toBe(0)
})
