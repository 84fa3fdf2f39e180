import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import type { Browser, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { assign, createAmbulance, SCENE } from '../harness/ambulances.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createWorld, type World } from '../harness/world.ts'
import { arm, closeProfiles, eventually, launchBrowser, sirens, visit } from './browser.ts'
import { problemsInEveryLook } from './viewports.ts'

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
async function send(id: number, by: Person): Promise<string> {
  const { id: ambulance_id, vehicle_number } = await createAmbulance(world)
  expect(await assign(world, by, id, { ambulance_id })).toMatchObject({ status: 201 })
  return vehicle_number
}
async function board(as: Person, address = '/qr-alerts'): Promise<Page> {
  const page = await visit(browser, world, address, { as })
  await arm(page)
  return page
}
/** A console knows the deadlines of its alerts; here it learns them again. */
async function later(page: Page, seconds: number): Promise<void> {
  await world.advanceTime(seconds * 1_000)
  await page.reload()
  await arm(page)
}
const card = (page: Page, name: string) => page.getByRole('article', { name })
const names = (page: Page, group: string) =>
  page.getByRole('list', { name: group, exact: true }).getByRole('heading').allTextContents()
const bar = (page: Page, name = 'New Emergency Alert') => page.getByRole('dialog', { name })

test('the board has groups by what each alert needs, the most pressing first, and follows what is done', async () => {
  const moving = await raise('Moving', vikram)
  const vehicle = await send(moving, vikram)
  await raise('Held', vikram)
  const closed = await raise('Closed')
  await raise('New')
  await world.db
    .updateTable('alerts')
    .set({ status: 'ATTENDED', closed_at: new Date(), description: 'Safe.' })
    .where('id', '=', closed)
    .execute()
  const page = await board(asha)
  await eventually(() => names(page, 'Needs action')).toEqual(['New Kumar', 'Held Kumar'])
  expect(await names(page, 'Moving')).toEqual(['Moving Kumar'])
  expect(await names(page, 'Done')).toEqual(['Closed Kumar'])
  await page.getByRole('heading', { name: 'Needs action 2' }).waitFor()
  await card(page, 'New Kumar')
    .getByText(/^Not claimed, 0:\d\d$/)
    .waitFor()
  await card(page, 'Held Kumar')
    .getByText(/^No ambulance sent, 0:\d\d$/)
    .waitFor()
  await card(page, 'Moving Kumar')
    .getByText(new RegExp(`^${vehicle} asked, 0:\\d\\d$`))
    .waitFor()
  // It moves between the groups by the clock, and by what a colleague does.
  await later(page, 46)
  await card(page, 'Moving Kumar')
    .getByText(new RegExp(`^Driver of ${vehicle} not reached by SMS or call, 0:\\d\\d$`))
    .waitFor()
  await card(page, 'New Kumar').getByRole('button', { name: 'Claim' }).click()
  await card(page, 'New Kumar')
    .getByText(/^No ambulance sent/)
    .waitFor()
  expect(await names(page, 'Needs action')).toEqual(['Moving Kumar', 'Held Kumar', 'New Kumar'])
})

test('an alert whose owner is away says so, with what its ambulance does', async () => {
  const id = await raise('Ravi', vikram)
  const vehicle = await send(id, vikram)
  await world.db.updateTable('dispatches').set({ state: 'AT_SCENE', at_scene_at: new Date() }).execute()
  await world.advanceTime(50_000)
  const page = await board(asha)
  await card(page, 'Ravi Kumar').getByText(`Held by Vikram, who is away; ${vehicle} with the patient`).waitFor()
})

test('compact rows are remembered by this browser and keep the keys and buttons of the cards', async () => {
  await raise('Venkatanarasimharaju', vikram)
  await raise('लक्ष्मी')
  const page = await board(asha)
  await page.getByText('Rows', { exact: true }).click()
  const height = async () => (await card(page, 'लक्ष्मी Kumar').boundingBox())!.height
  await eventually(height).toBeLessThanOrEqual(60)
  await page.reload()
  await arm(page)
  await eventually(height).toBeLessThanOrEqual(60)
  await card(page, 'लक्ष्मी Kumar').getByText('Bengaluru').waitFor()
  await card(page, 'Venkatanarasimharaju Kumar').getByRole('button', { name: 'Vikram has it — take over' }).waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await card(page, 'लक्ष्मी Kumar').getByText('You have it since').waitFor()
})

test('the wall has the open alerts beside the map and nothing else, sounds, and is left by its button or Escape', async () => {
  const page = await board(asha)
  await page.getByText('Wall', { exact: true }).click()
  await page.getByRole('region', { name: 'Map', exact: true }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  await raise('Venkatanarasimharaju', vikram)
  await raise('Ravi')
  await card(page, 'Ravi Kumar').waitFor()
  await eventually(() => sirens(page)).toBe(1)
  const { x, width } = (await card(page, 'Ravi Kumar').boundingBox())!
  expect(x + width).toBeLessThan((await page.getByRole('region', { name: 'Map', exact: true }).boundingBox())!.x)
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('banner').waitFor()
  await page.goto(`${world.url}/qr-alerts?view=wall`)
  await page.getByRole('button', { name: 'Leave' }).click()
  await eventually(() => new URL(page.url()).search).toBe('')
})

test('who holds an alert and does nothing for a minute is rung alone, until a note; then everybody', async () => {
  const [holder, colleague] = [await board(asha), await board(vikram)]
  const id = await raise('Ravi', asha)
  await card(holder, 'Ravi Kumar').getByText('You have it since').waitFor()
  expect(await sirens(holder)).toBe(0)
  await world.advanceTime(61_000)
  for (const page of [holder, colleague]) {
    await page.reload()
    await arm(page)
  }
  await eventually(() => sirens(holder)).toBe(1)
  await bar(holder, 'Your alert needs you').waitFor()
  await card(colleague, 'Ravi Kumar').getByText('Asha Rao has it since').waitFor()
  expect(await sirens(colleague)).toBe(0)
  expect(await bar(colleague, 'Your alert needs you').count()).toBe(0)
  // Opening it silences this console.
  await holder.goto(`${world.url}/qr-alerts/${id}`)
  await arm(holder)
  await holder.getByRole('textbox', { name: 'Add a note' }).waitFor()
  await eventually(() => sirens(holder)).toBe(0)
  await holder.getByRole('textbox', { name: 'Add a note' }).fill('Speaking to her.')
  await holder.getByRole('textbox', { name: 'Add a note' }).press('Control+Enter')
  await holder.getByText('Asha Rao: Speaking to her.').waitFor()
  await world.advanceTime(61_000)
  await holder.goto(`${world.url}/qr-alerts`)
  await arm(holder)
  await eventually(() => sirens(holder)).toBe(1)
  await bar(holder, 'Your alert needs you').getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => sirens(holder)).toBe(0)
  // The stage of everybody comes all the same.
  await world.advanceTime(66_000)
  for (const page of [holder, colleague]) {
    await page.reload()
    await arm(page)
    await eventually(() => sirens(page)).toBe(1)
  }
})

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

test('an alert to be verified by phone is quiet until it is claimed; its deadlines and its release ring', async () => {
  const id = await raise('Ravi')
  // Also with a mark that outlives the claim, as an older server leaves it.
  const mark = () => world.db.updateTable('alerts').set({ verify_by_phone: true }).where('id', '=', id).execute()
  await mark()
  const page = await board(asha)
  await card(page, 'Ravi Kumar').getByRole('button', { name: 'Claim' }).click()
  await card(page, 'Ravi Kumar').getByText('You have it since').waitFor()
  expect(await sirens(page)).toBe(0)
  await mark()
  await later(page, 61)
  await eventually(() => sirens(page)).toBe(1)
  await bar(page, 'Your alert needs you').waitFor()
  await page.getByRole('link', { name: 'View alert of Ravi Kumar' }).click()
  await page.getByRole('button', { name: 'Put back' }).click()
  await page.getByText('Nobody has it yet').waitFor()
  await mark()
  const colleague = await board(vikram)
  await card(colleague, 'Ravi Kumar')
    .getByText(/^Not claimed/)
    .waitFor()
  await eventually(() => sirens(colleague)).toBe(1)
})

test('who closes an alert as attended is told that its ambulance has not arrived; nothing more is asked', async () => {
  const id = await raise('Ravi', asha)
  const vehicle = await send(id, asha)
  const page = await board(asha)
  const told = `${vehicle} is still to arrive`
  await card(page, 'Ravi Kumar').getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog', { name: 'Reject alert: Ravi Kumar' }).getByRole('textbox').waitFor()
  expect(await page.getByText(told).count()).toBe(0)
  await page.keyboard.press('Escape')
  await card(page, 'Ravi Kumar').getByRole('button', { name: 'Attend' }).click()
  await page.getByRole('dialog', { name: 'Attend alert: Ravi Kumar' }).getByText(told).waitFor()
  await page.goto(`${world.url}/qr-alerts/${id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept alert: Ravi Kumar' })
  await dialog.getByText(told).waitFor()
  await world.db.updateTable('dispatches').set({ state: 'AT_SCENE', at_scene_at: new Date() }).execute()
  await page.reload()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await dialog.getByRole('textbox').waitFor()
  expect(await page.getByText(told).count()).toBe(0)
  await dialog.getByRole('textbox').fill('With the patient.')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Alert attended successfully!').waitFor()
})

test('the number on the app’s icon goes when the board is seen, and elsewhere when no alert waits any more', async () => {
  await raise('Ravi')
  const page = await visit(browser, world, '/dashboard', { as: asha })
  await page.addInitScript(() => {
    Object.assign(window, { cleared: 0 })
    navigator.clearAppBadge = () => {
      ;(window as unknown as { cleared: number }).cleared += 1
      return Promise.resolve()
    }
  })
  const cleared = () => page.evaluate(() => (window as unknown as { cleared: number }).cleared > 0)
  await page.reload()
  await bar(page).getByText('Ravi Kumar').waitFor()
  await page.evaluate(() => Object.assign(window, { cleared: 0 }))
  await bar(page).getByRole('button', { name: 'Claim' }).click()
  await eventually(cleared).toBe(true)
  await raise('Sita')
  await bar(page).getByText('Sita Kumar').waitFor()
  await page.evaluate(() => Object.assign(window, { cleared: 0 }))
  await page.getByRole('link', { name: 'QR Alerts' }).first().click()
  await eventually(cleared).toBe(true)
})
