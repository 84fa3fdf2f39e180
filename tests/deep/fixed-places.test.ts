import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { alertDesk, ambulances } from '../journeys/alert-desk.ts'
import { arm, eventually, visit } from '../journeys/browser.ts'

// A second press at the same point never does something else.

const { world, browser, asha, open } = await alertDesk()

// The bar of new alerts has no row of another test.
const middle = async (button: Locator) => {
  const { x, y, width, height } = (await button.boundingBox())!
  return [x + width / 2, y + height / 2] as const
}

test('pressed twice, a step that was reported by phone is noted, and not the next one', async () => {
  const { id: ambulance_id } = await createAmbulance(world)
  const { id } = await raisedAlert(world)
  await assign(world, asha, id, { ambulance_id })
  const page = await open(id)
  await arm(page)
  const noted = () =>
    world.db
      .selectFrom('dispatches')
      .select(['state', 'en_route_at'])
      .where('alert_id', '=', id)
      .executeTakeFirstOrThrow()
  const byPhone = ambulances(page).getByRole('group', { name: 'Reported by phone' })
  const step = (name: string) => byPhone.getByRole('button', { name, exact: true })
  await page.mouse.dblclick(...(await middle(step('Accepted'))))
  await eventually(() => step('On the way').isEnabled()).toBe(true)
  expect(await noted()).toMatchObject({ state: 'ACCEPTED' })
  await step('Other step').click()
  await byPhone.getByRole('menuitem', { name: 'At the scene' }).click()
  // A step that was skipped keeps no time.
  await eventually(noted).toEqual({ state: 'AT_SCENE', en_route_at: null })
  // Within eight seconds it is taken back.
  await step('Take back').click()
  await eventually(noted).toEqual({ state: 'ACCEPTED', en_route_at: null })
  await page.getByText('Asha took "at the scene" back').waitFor()
  await step('On the way').click()
  await eventually(noted).toMatchObject({ state: 'EN_ROUTE' })
  await step('Take back').waitFor()
  await step('Take back').waitFor({ state: 'detached' })
})

test('on a phone a double tap on Send asks, also where the button of the question comes to lie', async () => {
  const { vehicle_number } = await createAmbulance(world)
  const { id } = await raisedAlert(world)
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha, phone: true })
  await arm(page)
  const button = { name: `Send ${vehicle_number}` }
  const answer = page.getByRole('dialog', { name: /^Send an ambulance/ }).getByRole('button', button)
  const ask = ambulances(page).getByRole('button', button)
  await ask.click()
  const point = await middle(answer)
  await page.keyboard.press('Escape')
  await answer.waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  const [, y] = await middle(ask)
  await page.evaluate((by) => window.scrollBy(0, by), y - point[1])
  let orders = 0
  page.on('request', (request) => request.url().includes('dispatch.assign') && (orders += 1))
  await page.mouse.click(...point)
  await answer.waitFor()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.keyboard.press('Escape')
  await answer.waitFor({ state: 'detached' })
  expect(orders).toBe(0)
})

test.each([1440, 900])('Accept and Reject stay where they are when the alert is claimed (%i px)', async (width) => {
  const { id } = await raisedAlert(world)
  const page = await open(id)
  await page.setViewportSize({ width, height: 900 })
  await arm(page)
  await page.getByText(/relatives notified/).waitFor()
  const places = () =>
    Promise.all(['Accept', 'Reject'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()))
  const before = await places()
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.getByRole('button', { name: 'Put back' }).waitFor()
  expect(await places()).toEqual(before)
})
