import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import type { Browser, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { SCENE } from '../harness/ambulances.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createWorld, type World } from '../harness/world.ts'
import { arm, closeProfiles, eventually, launchBrowser, sirens, visit } from './browser.ts'

// No worker lives in these tests: what the consoles do here they do by themselves.

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

test('with 40 open alerts all are on the first page of the board', async () => {
  for (let n = 0; n < 40; n += 1) await raise(`P${n}`)
  const page = await board(asha)
  await eventually(() => page.getByRole('article').count()).toBe(40)
})

/** Takes the page's live connection away and gives it back; it loads the page again. */
async function breakable(page: Page): Promise<{ cut: () => void; mend: () => Promise<void> }> {
  let whole = true
  const sockets = new Set<WebSocketRoute>()
  await page.routeWebSocket('**/trpc-ws**', (socket) => {
    if (!whole) return void socket.close()
    socket.connectToServer()
    sockets.add(socket)
  })
  await page.reload()
  await arm(page)
  return {
    cut() {
      whole = false
      for (const socket of sockets) void socket.close()
      sockets.clear()
    },
    async mend() {
      whole = true
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await notLive(page).waitFor({ state: 'detached' })
    },
  }
}
const notLive = (page: Page) => page.getByText(/^Not live since/)
/** What the console asks for by itself without its live connection. */
const isPoll = (address: string) => /"page_size":"?100/.test(decodeURIComponent(address))

test('a second outage keeps an alert that came after the first, also while nothing can be read', async () => {
  await raise('Ravi', vikram)
  const page = await board(asha)
  const { cut, mend } = await breakable(page)
  const polled = page.waitForResponse((response) => isPoll(response.url()))
  cut()
  await polled
  await notLive(page).waitFor()
  await mend()
  await raise('Kavya')
  await card(page, 'Kavya Kumar').waitFor()
  await eventually(() => sirens(page)).toBe(1)
  await page.route('**/trpc/**alerts.list**', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => isPoll(request.url()))
  cut()
  await notLive(page).waitFor()
  await failed
  expect(await sirens(page)).toBe(1)
  expect(await card(page, 'Kavya Kumar').count()).toBe(1)
})

test('with a hundred and one open alerts a console without live connection shows and sounds a new one, and keeps the old', async () => {
  for (let n = 0; n < 101; n += 1) await raise(`P${n}`)
  await world.db.updateTable('alerts').set({ claimed_by: vikram.id, claimed_at: new Date() }).execute()
  const page = await board(asha)
  const { cut } = await breakable(page)
  await eventually(() => page.getByRole('article').count()).toBe(101)
  expect(await sirens(page)).toBe(0)
  cut()
  await notLive(page).waitFor()
  await raise('Kavya')
  await card(page, 'Kavya Kumar').waitFor()
  await eventually(() => sirens(page)).toBe(1)
  expect(await page.getByRole('article').count()).toBe(102)
})

test('a new alert fits a search by its words in any order before the server is asked', async () => {
  const page = await board(asha, '/qr-alerts?search=kumar%20ravi')
  await page.getByText('No alerts found.').waitFor()
  await page.route('**/trpc/**alerts.list**', (route) => route.abort())
  await raise('Ravi')
  await card(page, 'Ravi Kumar').waitFor()
})
