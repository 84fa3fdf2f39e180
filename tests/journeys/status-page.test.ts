import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { eventually, fileBrowser, visitOnPhone } from './browser.ts'

const world = await fileWorld({ worker: false, web: true })
const browser = await fileBrowser()
const asha = await createPerson(world, 'staff', 'Asha')

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))

/** An alert and the page of the bystander who raised it. */
async function raised(): Promise<{ id: number; page: Page }> {
  const { id, status_url } = await press(world.url, (await createSubscriber(world)).sticker.token)
  const page = await visitOnPhone(browser, world.url + status_url)
  await page.clock.install()
  await page.reload()
  await page.getByText('Call 112 now').first().waitFor()
  return { id, page }
}

test('the bystander sees who has taken the alert, without reloading', async () => {
  const { id, page } = await raised()
  await call(world.url, `/api/qr/alerts/${id}/claim/`, { body: {}, access: asha.access })
  await page.clock.fastForward(3_000)
  await page.getByText(/Asha/).first().waitFor()
})

test('when an attended alert is open again the bystander is asked to call 112, without reloading', async () => {
  const { id, page } = await raised()
  await assign(world, asha, id, { ambulance_id: (await createAmbulance(world)).id })
  await closeAlert(world, asha, id, 'ATTENDED')
  await page.clock.fastForward(3_000)
  await page.getByRole('heading', { name: 'This alert is closed' }).waitFor()
  await call(world.url, `/api/qr/alerts/${id}/dispatch/steps/`, { body: { step: 'DECLINED' }, access: asha.access })
  await page.clock.fastForward(30_000)
  await page.getByRole('heading', { name: 'Call 112 now' }).waitFor()
})

test('the page of a rejected or closed alert says so and polls no more', async () => {
  const [rejected, attended] = [await raised(), await raised()]
  await closeAlert(world, asha, rejected.id, 'REJECTED')
  await closeAlert(world, asha, attended.id, 'ATTENDED')
  for (const { page } of [rejected, attended]) {
    await page.clock.fastForward(3_000)
    await page.getByRole('heading', { name: 'This alert is closed' }).waitFor()
    await page.context().setOffline(true)
  }
  const asked = new Map([rejected, attended].map(({ page }) => [page, 0]))
  for (const { page } of [rejected, attended]) page.on('requestfailed', () => asked.set(page, asked.get(page)! + 1))
  await attended.page.clock.fastForward(31_000)
  await rejected.page.clock.fastForward(31_000)
  await eventually(() => asked.get(attended.page)).toBe(1)
  expect(asked.get(rejected.page)).toBe(0)
  await attended.page.getByRole('heading', { name: 'This alert is closed' }).waitFor()
})
