import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { assign, createAmbulance, driverToken, raisedAlert, sentAmbulance } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { handedOver, revoke } from '../harness/handovers.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { eventually, fileBrowser, visitOnPhone } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const asha = await createPerson(world, 'staff', 'Asha')

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))

const open = (token: string) => visitOnPhone(browser, `${world.url}/d/${token}?lang=en`)
const step = (page: Page, name: string) => page.locator('#form').getByRole('button', { name, exact: true })
const noteStep = (id: number, step: string) =>
  call(world.url, `/api/qr/alerts/${id}/dispatch/steps/`, { body: { step }, access: asha.access })
const stateOf = async (alert_id: number) =>
  (await world.db.selectFrom('dispatches').select('state').where('alert_id', '=', alert_id).executeTakeFirst())?.state

test('a driver who has the page open reads the landmark and the number that come later', async () => {
  const { id, status_url } = await raisedAlert(world, { nowhere: true })
  const ambulance = await createAmbulance(world)
  await assign(world, asha, id, { ambulance_id: ambulance.id })
  const page = await open(await driverToken(world, ambulance))
  await page.getByText('The place is not known yet').waitFor()
  const phone = newPhone()
  await call(world.url, `${status_url}/details`, { body: { landmark: 'Opposite SBI', first_respondent_phone: phone } })
  await page.getByText('Opposite SBI').waitFor()
  await page.locator(`a[href="tel:+91${phone}"]`).waitFor()
})

test('a position that the server could not take is sent again, also by a phone at rest', async () => {
  const { ambulance, token } = await sentAmbulance(world, asha)
  const page = await open(token)
  let rejected = 0
  await page.route('**/position/', (route) => (rejected++ ? route.continue() : route.fulfill({ status: 503 })))
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 12.95, longitude: 77.6, accuracy: 8 })
  await page.locator('#share').click()
  await until('it has arrived', async () => {
    const { body } = await call(world.url, `/api/ambulances/${ambulance.id}/`, { access: asha.access })
    return body.last_latitude === 12.95
  })
  expect(rejected).toBeGreaterThan(1)
})

test('a step whose answer is late is sent once, and the next step is not lost with it', async () => {
  const { token, alert } = await sentAmbulance(world, asha)
  const page = await open(token)
  const answers: (() => void)[] = []
  const sent: string[] = []
  await page.route('**/steps/', async (route) => {
    sent.push((route.request().postDataJSON() as { step: string }).step)
    const answer = await route.fetch()
    await new Promise<void>((resolve) => answers.push(resolve))
    await route.fulfill({ response: answer })
  })
  await step(page, 'I am coming').click()
  await eventually(() => answers.length).toBe(1)
  // Back from the map, and the network is there again.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await step(page, 'I am on the way').click()
  answers[0]!()
  await eventually(() => sent.at(-1)).toBe('EN_ROUTE')
  await eventually(() => answers.length).toBe(sent.length)
  expect(sent).toEqual(['ACCEPTED', 'EN_ROUTE'])
  for (const answer of answers) answer()
  await eventually(() => stateOf(alert.id)).toBe('EN_ROUTE')
})

test('a driver who cannot come after the operator noted the arrival reads that it was not taken', async () => {
  const { token, alert } = await sentAmbulance(world, asha)
  const page = await open(token)
  await step(page, 'I cannot come').waitFor()
  await page.route(`**/api/drive/${token}/`, (route) => route.abort())
  await noteStep(alert.id, 'AT_SCENE')
  await step(page, 'I cannot come').click()
  await page.getByText('That could not be taken').waitFor()
  await page.getByRole('link', { name: 'Navigate' }).waitFor()
  expect(await stateOf(alert.id)).toBe('AT_SCENE')
})

test('a driver whose arrival the operator notes as the end is not shown as replaced', async () => {
  const { token, alert } = await sentAmbulance(world, asha)
  await noteStep(alert.id, 'AT_HOSPITAL')
  const page = await open(token)
  await step(page, 'All done').waitFor()
  await noteStep(alert.id, 'DONE')
  await page.locator('#drive').waitFor({ state: 'detached' })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Done. Thank you.')
})

test('a revoked link hides the health data of an open page, also at the guessing limit', async () => {
  const { token, handover } = await handedOver(world, asha)
  const page = await visitOnPhone(browser, `${world.url}/h/${token}?lang=en`)
  await page.getByRole('button', { name: 'Open health data' }).click()
  await page.getByText('Diabetes SECRET-HEALTH').waitFor()
  for (let n = 0; n < 61; n += 1) await call(world.url, `/api/drive/${'B'.repeat(22)}/`)
  await revoke(world, asha, handover.id)
  await page.getByRole('heading', { name: 'This link is not valid any more' }).waitFor()
  expect(await page.content()).not.toContain('SECRET')
})
