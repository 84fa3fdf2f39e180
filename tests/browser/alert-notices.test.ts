import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { SCENE } from '../harness/ambulances.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createWorld, type World } from '../harness/world.ts'
import { arm, closeProfiles, eventually, launchBrowser, sirens, visit } from './browser.ts'
import { problemsInEveryLook } from './viewports.ts'

// No worker lives in these tests: what the consoles do here they do by themselves.

let world: World
let browser: Browser
let asha: Person
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  world = await createWorld({ web: true, worker: false })
  asha = await createPerson(world, 'staff', 'Asha')
  await createPerson(world, 'staff', 'Vikram')
})
afterEach(async () => {
  await closeProfiles(browser)
  await world.stop()
})

async function raise(first_name: string, owner?: Person): Promise<number> {
  const { sticker } = await createSubscriber(world, { first_name })
  const { id } = await press(world.url, sticker.token, { ...SCENE, accuracy: 12 })
  if (owner)
    await claimAlert({ ctx: { ...world.ctx(owner.actor), actor: owner.actor }, input: { id, take_over: false } })
  return id
}
async function board(as: Person, address = '/qr-alerts'): Promise<Page> {
  const page = await visit(browser, world, address, { as })
  await arm(page)
  return page
}
const card = (page: Page, name: string) => page.getByRole('article', { name })
const bar = (page: Page, name = 'New Emergency Alert') => page.getByRole('dialog', { name })

test('who reads the page of an own alert is rung on it and can silence it there', async () => {
  const id = await raise('Ravi', asha)
  const page = await board(asha, `/qr-alerts/${id}`)
  await page.clock.install()
  await page.reload()
  await arm(page)
  await page.getByText('You have it since').waitFor()
  await page.clock.fastForward(61_000)
  await bar(page, 'Your alert needs you')
    .getByText(/^No ambulance sent/)
    .waitFor()
  await eventually(() => sirens(page)).toBe(1)
  await bar(page, 'Your alert needs you').getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => sirens(page)).toBe(0)
})

test('elsewhere the bar has a row for each new alert; one is claimed there, shrunk it counts, and a new one opens it', async () => {
  const page = await board(asha, '/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const top = async () => (await page.getByRole('heading', { name: 'Dashboard' }).boundingBox())!.y
  const before = await top()
  await raise('Ravi')
  await raise('Sita')
  const row = (name: string) => bar(page).getByRole('listitem').filter({ hasText: name })
  await row('Ravi Kumar').getByText('Bengaluru').waitFor()
  // It takes its own room.
  const box = (await bar(page).boundingBox())!
  expect(await top()).toBeGreaterThanOrEqual(before + box.height - 1)
  await row('Sita Kumar').getByRole('button', { name: 'Claim' }).click()
  await row('Sita Kumar').waitFor({ state: 'detached' })
  await raise('Kavya')
  await row('Kavya Kumar').waitFor()
  await bar(page).getByRole('button', { name: 'Shrink' }).click()
  await bar(page).getByText('2 new alerts').waitFor()
  expect(await row('Ravi Kumar').count()).toBe(0)
  expect(await sirens(page)).toBe(1)
  await raise('Meena')
  await row('Meena Kumar').waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
  await row('Meena Kumar').getByRole('link', { name: 'Open Meena Kumar' }).click()
  await page.getByRole('heading', { name: 'Meena Kumar', level: 1 }).waitFor()
})

test('on the board a new alert marks its card, and the bar counts those that a search leaves out', async () => {
  const page = await board(asha)
  await raise('Ravi')
  await card(page, 'Ravi Kumar').and(page.locator('[data-ringing]')).waitFor()
  expect(await bar(page).getByRole('listitem').count()).toBe(0)
  await page.getByRole('searchbox').fill('Sita')
  await bar(page).getByText('1 alert, 1 of them not on this page of the board').waitFor()
  await bar(page).getByRole('button', { name: 'View Alert Details' }).click()
  await card(page, 'Ravi Kumar').waitFor()
  await eventually(() => sirens(page)).toBe(0)
})
