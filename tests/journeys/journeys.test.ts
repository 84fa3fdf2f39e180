import { randomInt } from 'node:crypto'
import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createAmbulance, SCENE } from '../harness/ambulances.ts'
import { createHospital } from '../harness/handovers.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { send } from './alert-desk.ts'
import { closeProfiles, codeSentTo, fileBrowser, fromMenu, visit } from './browser.ts'
import { faults } from './viewports.ts'

// From the login to the last paper, by what is on the pages alone. That of the sales partners is in stock.test.ts.

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

async function logIn(person: Person): Promise<Page> {
  const password_hash = await hashPassword('right-password')
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  const page = await visit(browser, world, '/login')
  await page.getByLabel('Email or Username').fill(person.phone_number)
  await page.getByLabel('Password', { exact: true }).fill('right-password')
  await page.keyboard.press('Enter')
  return page
}

/** The text of the file that a button gives. */
async function fileOf(page: Page, press: Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press])
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('staff: from login over a new alert, its ambulance and hospital to its closing', async () => {
  const hospital = await createHospital(world, { name: 'Near Hospital', km: 1 })
  const { vehicle_number } = await createAmbulance(world)
  const { sticker } = await createSubscriber(world, { first_name: 'Lakshmi' })
  const page = await logIn(await createPerson(world, 'staff', 'Asha'))
  await page.waitForURL('**/qr-alerts')
  await page.getByText('No alerts found').waitFor()
  await press(world.url, sticker.token, { ...SCENE, accuracy: 12 })
  const card = page.getByRole('article', { name: 'Lakshmi Kumar' })
  await card.getByRole('button', { name: 'Claim' }).click()
  await card.getByRole('link', { name: 'View' }).click()
  await send(page, vehicle_number)
  await region(page, 'Ambulance').getByText('Asked, no answer yet').first().waitFor()
  await page.getByRole('button', { name: 'Send health data to Near Hospital' }).click()
  const sending = page.getByRole('dialog')
  await sending.getByLabel('Phone number').fill(hospital.phone)
  await sending.getByRole('button', { name: 'Send health data' }).click()
  await region(page, 'Hospital').getByText('Not opened yet').waitFor()
  await page.getByRole('button', { name: 'Accepted', exact: true }).click()
  await fromMenu(region(page, 'Ambulance'), 'Done', 'Other step')
  await page.getByRole('button', { name: 'Close the alert' }).click()
  const closing = page.getByRole('dialog')
  await closing.getByRole('textbox').fill('Taken to Near Hospital.')
  await closing.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Attended', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText('1 entry').waitFor()
  expect(await fileOf(page, fromMenu(page, 'This list as CSV', 'Export'))).toMatch(/,ATTENDED,/)
  expect(faults(page)).toEqual([])
})

test('subscriber: from SMS code over sticker, contacts and a new plan to the data export', async () => {
  const subscriber = await createSubscriber(world, { ends_in_days: 12 })
  const page = await visit(browser, world, '/userlogin', { phone: true })
  await page.getByLabel('Phone Number').fill(subscriber.phone_number)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(await until('the code arrives', () => codeSentTo(world, subscriber.phone_number)))
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await page.waitForURL('**/user_dashboard')
  await region(page, 'My plan').getByText('12 days left').waitFor()
  await region(page, 'My sticker').getByText('Works').waitFor()
  await region(page, 'What to do next').getByRole('link', { name: 'Renew' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await region(page, 'Plan')
    .getByText(/^12 days left/)
    .waitFor()
  await region(page, 'Check my contacts').getByRole('button', { name: 'Send 2 SMS' }).click()
  await region(page, 'Check my contacts').getByText('Each number is asked once in 30 days.').waitFor()
  expect(JSON.parse(await fileOf(page, page.getByRole('button', { name: 'Download my data' }).click()))).toMatchObject({
    person: { phone_number: subscriber.phone_number },
  })
  expect(faults(page)).toEqual([])
})

test('admin: from home over a renewal and a batch of stickers to its ZIP and audit log', async () => {
  const admin = await createPerson(world, 'admin', 'Meera')
  const { id } = await createSubscriber(world, { first_name: 'Farhan', ends_in_days: 5 })
  const page = await logIn(admin)
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Renewals due' }).click()
  await page.getByRole('row').filter({ hasText: 'Farhan' }).getByRole('link', { name: 'View' }).click()
  await region(page, 'Plan').getByRole('button', { name: 'Renew plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew plan' }).click()
  await region(page, 'Plan')
    .getByText(/^37\d days left/)
    .waitFor()
  await page.getByRole('link', { name: 'Bulk coupons' }).click()
  await page.getByRole('button', { name: 'Add Bulk Coupon' }).click()
  const adding = page.getByRole('dialog')
  // Each try has a job of its own.
  const coupons = String(randomInt(5, 60))
  await adding.getByLabel('Number of coupons').fill(coupons)
  await adding.getByRole('button', { name: 'Generate' }).click()
  const row = page.getByRole('row').filter({ hasText: `${coupons} coupons` })
  await row.getByText('COMPLETED').waitFor()
  await row.getByRole('link', { name: 'View' }).click()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download zip' }).click(),
  ])
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  // Whole, before the page is left.
  expect(await zip.failure()).toBeNull()
  await page.goto(`${world.url}/audit?subject=user&subject_id=${id}`)
  await page.getByRole('row').filter({ hasText: 'Meera Rao' }).first().waitFor()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from subscriptions where user_id = ${id}`.execute(
    world.db,
  )
  expect(rows[0]!.n).toBe(2)
  expect(faults(page)).toEqual([])
})
