import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAmbulance, driverToken, SCENE } from '../harness/ambulances.ts'
import { createHospital, hospitalToken } from '../harness/handovers.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { send } from './alert-desk.ts'
import { eventually, visit, visitOnPhone, fileBrowser } from './browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

const here = (kilometres: number) => ({
  latitude: SCENE.latitude + kilometres / 111.32,
  longitude: SCENE.longitude,
  accuracy: 8,
})
const located = (kilometres: number) => ({ permissions: ['geolocation'], geolocation: here(kilometres) })
const headline = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
const step = (page: Page, name: string) => page.locator('#form').getByRole('button', { name, exact: true })

/** What the newest SMS to a number links to. */
async function trackLink(phone: string): Promise<string> {
  const find = async () => {
    const answer = await fetch(`${world.url}/api/dev/messages/?to=${phone}`)
    const texts = ((await answer.json()) as { text: string }[]).map(({ text }) => text)
    return /\/t\/[\w-]+/.exec(texts.join('\n'))?.[0] ?? ''
  }
  await eventually(find).not.toBe('')
  return find()
}

test('bystander, operator, driver, relative and hospital see each other’s changes live', async () => {
  const near = await createAmbulance(world, { base_km: 2 })
  await createAmbulance(world, { base_km: 9 })
  const hospital = await createHospital(world, { name: 'Sanjivani Hospital', km: 3 })
  const { sticker, relatives } = await createSubscriber(world, { first_name: 'Ravi' })

  const operator = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff', 'Asha') })
  await operator.getByText('No alerts found.').waitFor()

  // A bystander scans and presses.
  const bystander = await visitOnPhone(browser, `${world.url}/s/${sticker.token}`, located(0))
  await bystander.locator('#form').getByRole('button').first().click()
  await bystander.waitForURL('**/a/*')
  const track = await visitOnPhone(browser, `${world.url}${await trackLink(relatives[0]!)}`)
  await headline(track, 'Our team has the alert')

  // The operator does the first three promises on one page.
  await operator.getByRole('article', { name: 'Ravi Kumar' }).getByRole('link', { name: 'View' }).click()
  const ambulance = operator.getByRole('region', { name: 'Ambulance' })
  await send(operator, near.vehicle_number)
  await ambulance.getByText('Asked, no answer yet').waitFor()
  await operator.getByRole('link', { name: '1 of 2 relatives notified' }).waitFor()
  await bystander.getByText('Asha').first().waitFor()
  await headline(track, 'An ambulance has been asked to come')

  const driver = await visitOnPhone(browser, `${world.url}/d/${await driverToken(world, near)}`, located(2))
  await headline(driver, 'You are needed')
  await step(driver, 'I am coming').click()
  await ambulance.getByText('Accepted', { exact: true }).first().waitFor()
  await step(driver, 'I am on the way').click()
  await headline(track, 'The ambulance is on its way')
  await track.getByText('About 2 km from the place.').waitFor()
  await driver.context().setGeolocation(here(1))
  await track.getByText('About 1 km from the place.').waitFor()
  await track.getByText('Arrival in about 3 min.').waitFor()
  await bystander.getByText('It should arrive in about 3 min.').waitFor()
  await ambulance.getByText('in about 3 min;').waitFor()

  const handover = operator.getByRole('region', { name: 'Hospital' })
  await handover.getByRole('button', { name: 'Send health data to Sanjivani Hospital' }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send health data' }).click()
  await handover.getByText('Not opened yet').waitFor()
  await driver.getByText('Sanjivani Hospital').waitFor()
  await track.getByText('Will be taken to Sanjivani Hospital.').waitFor()

  const ward = await visitOnPhone(browser, `${world.url}/h/${await hospitalToken(world, hospital.phone)}`, {
    viewport: { width: 1280, height: 800 },
  })
  await ward.getByText('The ambulance is on its way to the patient.').waitFor()
  await ward.getByText('With the patient in about 3 min.').waitFor()
  await ward.getByRole('button', { name: 'Open health data' }).click()
  await ward.getByText('Diabetes SECRET-HEALTH').waitFor()
  await handover.getByText('Opened at').waitFor()
  await operator.getByText('Sanjivani Hospital opened the health data').waitFor()

  await step(driver, 'I have arrived').click()
  await headline(track, 'The ambulance is there')
  await bystander.getByText('has arrived').first().waitFor()
  await step(driver, 'To the hospital').click()
  await headline(track, 'On the way to the hospital')
  await track.getByText('km from the hospital.').waitFor()
  await ward.getByText('The ambulance is on its way to the hospital.').waitFor()
  await step(driver, 'At the hospital').click()
  await headline(track, 'At the hospital')
  await step(driver, 'All done').click()
  await headline(driver, 'Done. Thank you.')
  await driver.getByText('Navigate').first().waitFor({ state: 'detached' })
  expect(await driver.locator('main').textContent()).not.toMatch(/Ravi|12\.97/)
  await headline(track, 'The ride is over')
  await ambulance.getByText(`${near.vehicle_number} was done`).waitFor()

  // Nothing of the health data went to anybody but the operator and the hospital.
  for (const page of [bystander, driver, track]) expect(await page.content()).not.toContain('SECRET-HEALTH')
})
