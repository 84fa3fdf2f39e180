import { spokenPhone } from '@tvarit/shared/contracts/phone-numbers'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSticker, createSubscriber, newPhone, type Sticker } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, codeSentTo, eventually, visit, fileBrowser } from '../journeys/browser.ts'
import { holding } from '../journeys/holding.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

async function fill(page: Page, sticker: Sticker, phone_number: string): Promise<void> {
  await page.getByLabel('First Name').fill('Meera')
  await page.getByLabel('Last Name').fill('Iyer')
  await page.getByLabel('Mobile Number').fill(phone_number)
  await page.getByLabel('Serial Number').fill(sticker.serial_number)
  await page.getByLabel('PIN Code').fill('560001')
  await page.getByLabel('Address').fill('12 MG Road')
  await page.getByLabel('State').selectOption('Karnataka')
  await page.getByLabel('Spouse mobile').fill('9000000042')
}

const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe', exact: true })
const terms = (page: Page) => page.getByRole('dialog', { name: 'Terms and Conditions' })
const otp = (page: Page) => page.getByRole('dialog', { name: "Confirm the customer's mobile number" })

test("staff register a customer with the code from the customer's phone", async () => {
  const staff = await createPerson(world, 'staff')
  const phone_number = newPhone()
  const page = await visit(browser, world, '/all-subscribers', { as: staff })
  await page.getByRole('link', { name: 'Add Subscriber' }).click()
  await page.getByText("10 digits. The customer's own phone: the code is sent there.").waitFor()
  await fill(page, await createSticker(world), phone_number)
  await subscribe(page).click()
  await terms(page).getByText('Press Accept only when the customer accepts.').waitFor()
  await terms(page).getByRole('button', { name: 'Accept' }).click()
  await otp(page)
    .getByText(`A 6-digit code was sent to the customer's phone, ${spokenPhone(phone_number)}.`)
    .waitFor()
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await otp(page).getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')

  await page.getByText('OTP verified successfully! Subscription confirmed.').waitFor()
  await page.waitForURL('**/all-subscribers')
  await page.getByRole('row', { name: spokenPhone(phone_number) }).waitFor()
  const { actor_id } = await world.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'subscriber.registered')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(actor_id).toBe(staff.id)
})

test('a rejected field brings the office back to the form, which keeps its content', async () => {
  const page = await visit(browser, world, '/subscriber-form', { as: await createPerson(world, 'admin') })
  await subscribe(page).click()
  await eventually(() => page.getByText('This field is required').count()).toBe(7)
  const sticker = await createSticker(world)
  const phone_number = newPhone()
  await fill(page, sticker, phone_number)
  await subscribe(page).click()
  await terms(page).getByRole('button', { name: 'Accept' }).click()
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await world.db.updateTable('coupons').set({ status: 'USED' }).where('id', '=', sticker.id).execute()
  await otp(page).getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(code)
  await otp(page).getByRole('button', { name: 'Confirm OTP' }).click()
  await page.getByText('This serial number is already registered.').waitFor()
  expect(await page.getByLabel('First Name').inputValue()).toBe('Meera')
  await eventually(() =>
    page.getByLabel('Serial Number').evaluate((element) => element === document.activeElement),
  ).toBe(true)
})

test('cancelling the terms brings the focus back to Subscribe', async () => {
  const page = await visit(browser, world, '/subscriber-form', { as: await createPerson(world, 'staff') })
  await fill(page, await createSticker(world), newPhone())
  await subscribe(page).press('Enter')
  await terms(page).waitFor()
  await page.keyboard.press('Escape')
  await terms(page).waitFor({ state: 'hidden' })
  await eventually(() => subscribe(page).evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a new alert can be reached while a customer is being registered, after one question', async () => {
  const { sticker } = await createSubscriber(world)
  const page = await visit(browser, world, '/subscriber-form', { as: await createPerson(world, 'staff') })
  await fill(page, await createSticker(world), newPhone())
  await subscribe(page).click()
  await terms(page).waitFor()
  await press(world.url, sticker.token)
  await page.keyboard.press('Escape')
  await terms(page).waitFor({ state: 'detached' })
  await page
    .getByRole('link', { name: 'View Alert Details' })
    .or(page.getByRole('button', { name: 'View Alert Details' }))
    .click()
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL('**/qr-alerts**')
})

test('the answer of a registration takes nobody away from an alert that was opened meanwhile', async () => {
  const { sticker } = await createSubscriber(world, { first_name: 'Farida' })
  const page = await visit(browser, world, '/all-subscribers', { as: await createPerson(world, 'staff') })
  await page.getByRole('link', { name: 'Add Subscriber' }).click()
  const phone_number = newPhone()
  await fill(page, await createSticker(world), phone_number)
  await subscribe(page).click()
  await terms(page).getByRole('button', { name: 'Accept' }).click()
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await otp(page).getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(code)
  const asked = page.waitForRequest(/subscribers\.registerInside/)
  const release = await holding(page, 'subscribers.registerInside')
  await otp(page).getByRole('button', { name: 'Confirm OTP' }).click()
  await asked
  await press(world.url, sticker.token)
  const view = { name: 'View Alert Details' }
  // Below the dialog no mouse reaches it; a notification leads there as well.
  await page.getByRole('link', view).or(page.getByRole('button', view)).dispatchEvent('click')
  await page.getByRole('heading', { name: 'QR Alerts' }).waitFor()
  await release()
  await page.getByText('OTP verified successfully! Subscription confirmed.').waitFor()
  await page.getByRole('article', { name: 'Farida Kumar' }).waitFor()
  expect(page.url()).toContain('/qr-alerts')
})

test('only staff and admins have the form', async () => {
  const page = await visit(browser, world, '/subscriber-form', { as: await createPerson(world, 'user') })
  await page.getByText('You do not have permission to open this page.').waitFor()
})
