import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSticker, newPhone } from '../harness/people.ts'
import { fillRegistration } from '../harness/registration-page.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, codeSentTo, eventually, fileBrowser, visit } from './browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

/** Pastes what came with the message, as people do. */
async function pasteCode(page: Page, text: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').focus()
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.keyboard.press('Control+V')
}

test('a person with a sticker registers with an SMS code and logs in with the next one', async () => {
  const sticker = await createSticker(world)
  const phone_number = newPhone()
  const page = await visit(browser, world, '/register')
  await page.getByLabel('Serial Number').fill(sticker.serial_number)
  await fillRegistration(page, `+91 ${phone_number.slice(0, 5)} ${phone_number.slice(5)}`)
  await page.getByLabel('Blood group').selectOption('O-')
  await page.getByLabel('Allergies').fill('Bee stings')
  await page.getByLabel('Date of birth').fill('1990-02-28')
  await page.getByLabel('Sex').selectOption('Female')
  expect(await page.getByLabel('Mobile Number').inputValue()).toBe(phone_number)

  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const terms = page.getByRole('dialog', { name: 'Terms and Conditions' })
  expect(await terms.innerText()).toMatch(/10 km[\s\S]*15 km[\s\S]*one-time use/)
  await terms.getByRole('button', { name: 'Accept' }).click()

  const otp = page.getByRole('dialog', { name: 'Confirm your mobile number' })
  await otp.waitFor()
  expect(await otp.getByRole('button', { name: /^Resend/ }).isDisabled()).toBe(true)
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await otp.getByRole('button', { name: 'Confirm OTP' }).click()
  await otp.getByText('Enter the 6-digit code.').waitFor()
  await pasteCode(page, ` ${code.slice(0, 3)}-${code.slice(3)} `)
  await otp.getByRole('button', { name: 'Confirm OTP' }).click()

  await page.getByText('OTP verified successfully! Subscription confirmed.').waitFor()
  await page.waitForURL('**/userlogin')
  const health = await world.db
    .selectFrom('subscriber_profiles')
    .select(['blood_group', 'allergies', 'date_of_birth', 'sex'])
    .where('user_id', '=', world.db.selectFrom('users').select('id').where('phone_number', '=', phone_number))
    .executeTakeFirst()
  expect(health).toEqual({ blood_group: 'O-', allergies: 'Bee stings', date_of_birth: '1990-02-28', sex: 'female' })

  await world.advanceTime(60_000)
  await page.getByLabel('Phone Number').fill(phone_number)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1 of 6').waitFor()
  const login = await until('the login code arrives', async () => {
    const newest = await codeSentTo(world, phone_number)
    return newest === code ? '' : newest
  })
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(login)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await page.waitForURL('**/user_dashboard')
  await page.getByRole('heading', { name: 'Welcome, Meera' }).waitFor()
})

test('a sticker registered meanwhile is a field error, and the form keeps its content', async () => {
  const sticker = await createSticker(world)
  const phone_number = newPhone()
  const page = await visit(browser, world, '/register')
  await page.getByLabel('Serial Number').fill(sticker.serial_number)
  await fillRegistration(page, phone_number)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await world.db.updateTable('coupons').set({ status: 'USED' }).where('id', '=', sticker.id).execute()
  await pasteCode(page, code)
  await page.getByRole('button', { name: 'Confirm OTP' }).click()
  await page.getByText('This serial number is already registered.').waitFor()
  expect(await page.getByLabel('First Name').inputValue()).toBe('Meera')
})

test('a sales partner who registers a customer comes back home, still logged in', async () => {
  const partner = await createPerson(world, 'retailer')
  const phone_number = newPhone()
  const page = await visit(browser, world, '/register', { as: partner })
  await page.getByRole('heading', { name: 'Register a customer' }).waitFor()
  await fillRegistration(page, phone_number)
  await page.getByLabel('Serial Number').fill((await createSticker(world)).serial_number)
  expect(await page.evaluate(() => localStorage.getItem('registration'))).toBeNull()
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await pasteCode(page, code)
  await page.getByRole('button', { name: 'Confirm OTP' }).click()
  await page.waitForURL('**/retailer_dashboard')
  await page.getByText('The customer is registered.').waitFor()
})

test('a code is deleted box by box by a keyboard that sends no Backspace key, as Android’s do', async () => {
  const person = await createPerson(world, 'retailer')
  const page = await visit(browser, world, '/userlogin')
  await page.getByLabel('Phone Number').fill(person.phone_number)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type('123')
  const digits = () =>
    page
      .getByLabel(/^Digit \d of 6$/)
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join(''))
  await eventually(digits).toBe('123')
  // Box 4 is empty and has the focus: what is deleted there is the digit before.
  await page.getByLabel('Digit 4 of 6').evaluate((box) => {
    box.dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'deleteContentBackward', bubbles: true, cancelable: true }),
    )
  })
  await eventually(digits).toBe('12')
  // Without that event too: the browser says only that the box has become empty.
  await page.getByLabel('Digit 2 of 6').focus()
  await page.evaluate(`document.execCommand('delete')`)
  await eventually(digits).toBe('1')
  await page.keyboard.type('9')
  await eventually(digits).toBe('19')
})

test('a retailer who is logged in registers a customer, and the sticker knows by whom', async () => {
  const sticker = await createSticker(world)
  const retailer = await createPerson(world, 'retailer')
  const phone_number = newPhone()
  const page = await visit(browser, world, '/register', { as: retailer })
  await page.getByLabel('Serial Number').fill(sticker.serial_number)
  await fillRegistration(page, phone_number)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await pasteCode(page, await until('the code arrives', () => codeSentTo(world, phone_number)))
  await page.getByRole('button', { name: 'Confirm OTP' }).click()
  await page.getByText('OTP verified successfully! Subscription confirmed.').waitFor()
  const { activated_by } = await world.db
    .selectFrom('coupons')
    .select('activated_by')
    .where('id', '=', sticker.id)
    .executeTakeFirstOrThrow()
  expect(activated_by).toBe(retailer.id)
})
