import { digipinOf } from '@tvarit/shared/contracts/digipin'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { alterAlerts, closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance, driverToken, raisedAlert, SCENE } from '../harness/ambulances.ts'
import { createHospital, handedOver, hospitalToken, open } from '../harness/handovers.ts'
import { signIn } from '../harness/people.ts'
import { alertDesk, ambulances, sendButtons } from '../journeys/alert-desk.ts'
import { eventually, takeClock, visit, visitOnPhone } from '../journeys/browser.ts'
import { faults, findings } from '../journeys/viewports.ts'

const { world, browser, asha } = await alertDesk()

afterEach(async () => {
  await world.db.updateTable('hospitals').set({ retired_at: new Date() }).execute()
})

const phone = (path: string, options?: BrowserContextOptions) => visitOnPhone(browser, `${world.url}${path}`, options)
const hospitalCard = (page: Page) => page.getByRole('region', { name: 'Hospital' })
const tooWide = (page: Page) =>
  page.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`)

test('the operator sends the data to an offered hospital, and revoking it hides them at once', async () => {
  const hospital = await createHospital(world, { name: 'Near Hospital', km: 1 })
  await createHospital(world, { name: 'Far Hospital', km: 9 })
  const alert = await raisedAlert(world)
  const ambulance = await createAmbulance(world)
  await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
  const driver = await phone(`/d/${await driverToken(world, ambulance)}`)
  const operator = await visit(browser, world, `/qr-alerts/${alert.id}`, { as: asha })
  const card = hospitalCard(operator)
  const offered = card.getByRole('list', { name: 'Hospitals', exact: true }).getByRole('listitem')
  await offered.first().getByText('Near Hospital').waitFor()
  expect(await offered.count()).toBe(2)
  await card.getByRole('button', { name: 'Send health data to Near Hospital' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Send health data to Near Hospital' })
  await dialog.getByLabel('Phone number').fill('123')
  await dialog.getByRole('button', { name: 'Send health data' }).click()
  await dialog.getByText('Phone number must be exactly 10 digits.').waitFor()
  await dialog.getByLabel('Phone number').fill(hospital.phone)
  await dialog.getByRole('button', { name: 'Send health data' }).click()
  await driver.getByText('Near Hospital').waitFor()

  const page = await phone(`/h/${await hospitalToken(world, hospital.phone)}`)
  await page.getByRole('heading', { level: 1, name: 'Health data of Ravi' }).waitFor()
  expect(await page.getByText('SECRET').count()).toBe(0)
  await page.getByRole('button', { name: 'Open health data' }).click()
  await page.getByText(`DIGIPIN ${digipinOf(SCENE.latitude, SCENE.longitude)}`).waitFor()
  expect(await tooWide(page)).toBe(false)

  await card.getByRole('button', { name: 'Revoke the link of Near Hospital' }).click()
  await operator.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await card.getByText('Revoked').waitFor()
  await page.getByRole('heading', { name: 'This link is not valid any more' }).waitFor()
  expect(await page.content()).not.toContain('SECRET')
  await eventually(() => driver.getByText('Near Hospital').isVisible()).toBe(false)
  expect(faults(operator)).toEqual([])
})

test('a link that expires on an open page hides the data, also without network', async () => {
  const { token } = await handedOver(world, asha)
  const page = await phone(`/h/${token}`)
  await page.clock.install()
  await page.getByRole('button', { name: 'Open health data' }).click()
  await page.getByText('Diabetes SECRET-HEALTH').waitFor()
  await page.context().setOffline(true)
  await page.clock.fastForward('24:00:01')
  await page.getByRole('heading', { name: 'This link is not valid any more' }).waitFor()
  expect(await page.getByText('SECRET').count()).toBe(0)
})

test('the hospital’s page is accessible before and after the press, light and dark', async () => {
  const { token } = await handedOver(world, asha)
  const page = await phone(`/h/${token}`)
  const accessible = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([colorScheme, ...(await findings(page)).map(({ id }) => id)]).toEqual([colorScheme])
    }
  }
  await accessible()
  await page.getByRole('button', { name: 'Open health data' }).click()
  await page.getByText('Diabetes SECRET-HEALTH').waitFor()
  await accessible()
  expect(await tooWide(page)).toBe(false)
})

test('an alert attended over a day ago offers neither hospital nor ambulance, and says why', async () => {
  await createHospital(world)
  await createAmbulance(world)
  const { id } = await raisedAlert(world)
  await closeAlert(world, asha, id, 'ATTENDED')
  const fast = await visit(browser, world, '/login', { as: asha })
  await takeClock(fast, Date.now() + 25 * 3_600_000)
  await fast.goto(`${world.url}/qr-alerts/${id}`)
  await hospitalCard(fast)
    .getByRole('button', { name: /^Send health data/ })
    .waitFor()
  await sendButtons(fast).waitFor()
  const timestamp = new Date(Date.now() - 25 * 3_600_000)
  await alterAlerts(world, { timestamp }, id)
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await hospitalCard(page).getByText('The alert was raised more than a day ago.').waitFor()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  expect(await ambulances(page).count()).toBe(0)
})

test('a hospital that is not among the nearest is found by name, and more can be notified', async () => {
  const near = await createHospital(world, { name: 'Near Hospital', km: 1 })
  await createHospital(world, { name: 'Sunrise Institute', km: 40, emergency: false })
  const { id } = await raisedAlert(world)
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  const card = hospitalCard(operator)
  await card.getByLabel('Search hospitals').fill('sunrise')
  await card.getByText('No emergencies').waitFor()
  await card.getByLabel('Search hospitals').fill('no such place')
  await card.getByText('No hospital was found.').waitFor()
  await card.getByLabel('Search hospitals').fill('')
  await card.getByRole('button', { name: `Send health data to ${near.name}` }).click()
  const dialog = operator.getByRole('dialog', { name: `Send health data to ${near.name}` })
  await dialog.getByRole('button', { name: 'E-mail' }).click()
  await dialog.getByRole('button', { name: 'Send health data' }).click()
  await dialog.getByText('This hospital has no e-mail address.').waitFor()
  await dialog.getByLabel('E-mail address').fill('er@hospital.example')
  await dialog.getByRole('button', { name: 'Send health data' }).click()
  await card.getByText('E-mail to er@hospital.example by Asha').waitFor()
  await card.getByRole('button', { name: 'Tell another hospital' }).click()
  await card.getByText('Notified', { exact: true }).waitFor()
})

test('alerts without health data say why nothing can be sent', async () => {
  await createHospital(world)
  const { id } = await raisedAlert(world)
  await alterAlerts(world, { drill: true }, id)
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await hospitalCard(operator).getByText('This is a drill').waitFor()
  expect(await hospitalCard(operator).getByRole('button').count()).toBe(0)
})

test('each person’s messages and calls show, and a failed one can be retried, on a phone too', async () => {
  const { alert } = await handedOver(world, asha)
  await eventually(
    async () =>
      (await world.db.selectFrom('messages').select('state').where('alert_id', '=', alert.id).execute()).filter(
        ({ state }) => state === 'sent',
      ).length,
  ).toBe(5)
  await world.db
    .updateTable('messages')
    .set({ state: 'failed', last_error: 'Number is not 10 digits' })
    .where('alert_id', '=', alert.id)
    .where('to_phone', '=', alert.subscriber.relatives[0]!)
    .where('template', '=', 'relative_hospital')
    .execute()
  const operator = await visit(browser, world, `/qr-alerts/${alert.id}`, { as: asha, phone: true })
  const notified = operator.getByRole('region', { name: 'Who was notified' })
  await notified.getByText('1 failed').waitFor()
  await notified.getByText('Number is not 10 digits').waitFor()
  await notified.getByRole('button', { name: 'Called by phone: Meena Kumar' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Call to Meena Kumar' })
  await dialog.getByRole('button', { name: 'Note the call' }).click()
  await dialog.getByText('Choose what came of the call.').waitFor()
  await dialog.getByRole('button', { name: 'Reached' }).click()
  await dialog.getByLabel('Note').fill('Comes to the hospital')
  await dialog.getByRole('button', { name: 'Note the call' }).click()
  await notified.getByText('Reached, ').waitFor()
  await notified.getByText('Comes to the hospital').waitFor()
  await operator.getByText('called Meena Kumar (Spouse) by phone: reached.').waitFor()
  await notified.getByRole('button', { name: 'Retry' }).click()
  await eventually(() => notified.getByText('1 failed').count()).toBe(0)
  expect(await tooWide(operator)).toBe(false)
})

test('the subscriber reads on the profile page who looked at the own data', async () => {
  const { alert, hospital, token } = await handedOver(world, asha)
  const own = await signIn(world, alert.subscriber.id)
  const before = await visit(browser, world, '/profile', { as: own })
  const card = before.getByRole('region', { name: 'Who looked at my data' })
  await card.getByText('Nobody has opened your health data yet.').waitFor()
  await open(world, token)
  await fetch(`${world.url}/api/qr/alerts/${alert.id}/`, { headers: asha.headers })
  await before.reload()
  await card.getByText(hospital.name).waitFor()
  await card.getByText(`On the page of alert ${alert.id}`).waitFor()
  await card.getByText('Asha Rao').waitFor()
})
