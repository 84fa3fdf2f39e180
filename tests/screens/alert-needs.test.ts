import type { Page, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { assign, createAmbulance } from '../harness/ambulances.ts'
import { card, freshConsoles } from '../journeys/fresh-consoles.ts'
import type { Person } from '../harness/people.ts'
import { arm, eventually, sirens } from '../journeys/browser.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

const at = await freshConsoles()
const { raise, board, later } = at

async function send(id: number, by: Person): Promise<string> {
  const { id: ambulance_id, vehicle_number } = await createAmbulance(at.world)
  expect(await assign(at.world, by, id, { ambulance_id })).toMatchObject({ status: 201 })
  return vehicle_number
}
const names = (page: Page, group: string) =>
  page.getByRole('list', { name: group, exact: true }).getByRole('heading').allTextContents()

test('the board groups alerts by need, most urgent first, and follows what is done', async () => {
  const moving = await raise('Moving', at.vikram)
  const vehicle = await send(moving, at.vikram)
  await raise('Held', at.vikram)
  const closed = await raise('Closed')
  await raise('New')
  await alterAlerts(at.world, { status: 'ATTENDED', closed_at: new Date(), description: 'Safe.' }, closed)
  const page = await board(at.asha)
  await eventually(() => names(page, 'Needs action')).toEqual(['New Kumar', 'Held Kumar'])
  expect(await names(page, 'Moving')).toEqual(['Moving Kumar'])
  await eventually(() => names(page, 'Done')).toEqual(['Closed Kumar'])
  await page.getByRole('heading', { name: 'Needs action 2' }).waitFor()
  await card(page, 'New Kumar')
    .getByText(/^Not claimed, \d:\d\d$/)
    .waitFor()
  await card(page, 'Held Kumar')
    .getByText(/^No ambulance sent, \d:\d\d$/)
    .waitFor()
  await card(page, 'Moving Kumar')
    .getByText(new RegExp(`^${vehicle} asked, \\d:\\d\\d$`))
    .waitFor()
  // It moves between the groups by the clock, and by what a colleague does.
  await later(page, 46)
  await card(page, 'Moving Kumar')
    .getByText(new RegExp(`^Driver of ${vehicle} not reached by SMS or call, \\d:\\d\\d$`))
    .waitFor()
  await card(page, 'New Kumar').getByRole('button', { name: 'Claim' }).click()
  await card(page, 'New Kumar')
    .getByText(/^No ambulance sent/)
    .waitFor()
  // Once the pointer has rested.
  await eventually(() => names(page, 'Needs action')).toEqual(['Moving Kumar', 'Held Kumar', 'New Kumar'])
})

test('an alert whose owner is away says so, with what its ambulance does', async () => {
  const id = await raise('Ravi', at.vikram)
  const vehicle = await send(id, at.vikram)
  await at.world.db.updateTable('dispatches').set({ state: 'AT_SCENE', at_scene_at: new Date() }).execute()
  await at.world.advanceTime(50_000)
  const page = await board(at.asha)
  await card(page, 'Ravi Kumar').getByText(`Held by Vikram, who is away; ${vehicle} with the patient`).waitFor()
})

test('compact rows are remembered by this browser and keep the keys and buttons of the cards', async () => {
  await raise('Venkatanarasimharaju', at.vikram)
  await raise('लक्ष्मी')
  const page = await board(at.asha)
  await page.getByText('Rows', { exact: true }).click()
  const height = async () => (await card(page, 'लक्ष्मी Kumar').boundingBox())!.height
  await eventually(height).toBeLessThanOrEqual(60)
  await page.reload()
  await arm(page)
  await eventually(height).toBeLessThanOrEqual(60)
  await card(page, 'लक्ष्मी Kumar').getByText('Bengaluru').waitFor()
  await card(page, 'Venkatanarasimharaju Kumar').getByRole('button', { name: 'Claimed by Vikram — take' }).waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await card(page, 'लक्ष्मी Kumar').getByText('You claimed it at').waitFor()
})

test('the wall view has only open alerts and the map, sounds, and closes by button or Escape', async () => {
  const page = await board(at.asha)
  await page.getByText('Wall', { exact: true }).click()
  await page.getByRole('region', { name: 'Map', exact: true }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  await raise('Venkatanarasimharaju', at.vikram)
  await raise('Ravi')
  await card(page, 'Ravi Kumar').waitFor()
  await eventually(() => sirens(page)).toBe(1)
  const { x, width } = (await card(page, 'Ravi Kumar').boundingBox())!
  expect(x + width).toBeLessThan((await page.getByRole('region', { name: 'Map', exact: true }).boundingBox())!.x)
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('banner').waitFor()
  await page.goto(`${at.world.url}/qr-alerts?view=wall`)
  // It moves the button down as it comes: a press at that moment would miss.
  await page.locator('[data-new-alert]').waitFor()
  await page.getByRole('button', { name: 'Leave' }).click()
  await eventually(() => new URL(page.url()).search).toBe('')
})

test('closing as attended warns that the ambulance has not arrived, and can note the arrival', async () => {
  const id = await raise('Ravi', at.asha)
  const vehicle = await send(id, at.asha)
  const note = `${vehicle} is still to arrive. If it is late, this alert opens again.`
  const page = await board(at.asha, `/qr-alerts/${id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('dialog', { name: 'Accept alert: Ravi Kumar' }).getByText(note).waitFor()
  await page.goto(`${at.world.url}/qr-alerts`)
  await card(page, 'Ravi Kumar').getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog', { name: 'Reject alert: Ravi Kumar' }).getByRole('textbox').waitFor()
  expect(await page.getByText(note).count()).toBe(0)
  await page.keyboard.press('Escape')
  await card(page, 'Ravi Kumar').getByRole('button', { name: 'Attend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attend alert: Ravi Kumar' })
  await dialog.getByText(note).waitFor()
  await dialog.getByRole('textbox').fill('With the patient.')
  await dialog.getByRole('button', { name: 'At the scene' }).click()
  await dialog.getByText(`Noted: ${vehicle} is at the scene.`).waitFor()
  await dialog.getByRole('button', { name: 'Attend' }).click()
  await page.getByText('Alert attended successfully!').waitFor()
  const [dispatch] = await at.world.db.selectFrom('dispatches').select('state').where('alert_id', '=', id).execute()
  expect(dispatch!.state).toBe('AT_SCENE')
})

test('with 40 open alerts all are on the first page of the board', async () => {
  for (let n = 0; n < 40; n += 1) await raise(`P${n}`)
  const page = await board(at.asha)
  await eventually(() => page.getByRole('article').count()).toBe(40)
})

test('a new alert fits a search by its words in any order before the server is asked', async () => {
  const page = await board(at.asha, '/qr-alerts?search=kumar%20ravi')
  await page.getByText('No alerts found.').waitFor()
  await page.route('**/trpc/**alerts.list**', (route) => route.abort())
  await raise('Ravi')
  await card(page, 'Ravi Kumar').waitFor()
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
/** What the console asks for on its own without its live connection. */
const isPoll = (address: string) => /"page_size":"?100/.test(decodeURIComponent(address))

test('a second outage keeps an alert that came after the first, also while nothing can be read', async () => {
  await raise('Ravi', at.vikram)
  const page = await board(at.asha)
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

test('a console without live connection shows and sounds the 102nd open alert', async () => {
  for (let n = 0; n < 101; n += 1) await raise(`P${n}`)
  await alterAlerts(at.world, { claimed_by: at.vikram.id, claimed_at: new Date() })
  const page = await board(at.asha)
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

test('what is copied and the button that copies it stand on one line of the card', async () => {
  await raise('Ravi', at.asha)
  await raise('Meera', at.vikram)
  const page = await board(at.asha)
  for (const width of [1440, 1200, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    for (const button of await card(page, 'Ravi Kumar').getByRole('button', { name: /^Copy/ }).all()) {
      const text = button.locator('xpath=preceding-sibling::*[1]')
      const [{ y }, above] = [(await button.boundingBox())!, (await text.boundingBox())!]
      expect(y, `${await text.textContent()} at ${width}`).toBeLessThan(above.y + above.height)
    }
  }
})
