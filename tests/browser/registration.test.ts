import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSticker, newPhone } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, codeSentTo, eventually, visit, fileBrowser } from './browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

async function fill(page: Page, phone_number: string): Promise<void> {
  await page.getByLabel('First Name').fill('Meera')
  await page.getByLabel('Last Name').fill('Iyer')
  await page.getByLabel('Mobile Number').fill(phone_number)
  await page.getByLabel('PIN Code').fill('560001')
  await page.getByLabel('Address').fill('12 MG Road')
  await page.getByLabel('State').selectOption('Karnataka')
  await page.getByLabel('Spouse mobile').fill('9000000042')
}

/** Pastes what came with the message, as people do. */
async function pasteCode(page: Page, text: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').focus()
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.keyboard.press('Control+V')
}

test('a person with a sticker registers with a code from the phone and can log in with the next one', async () => {
  const sticker = await createSticker(world)
  const phone_number = newPhone()
  const page = await visit(browser, world, '/register')
  await page.getByLabel('Serial Number').fill(sticker.serial_number)
  await fill(page, `+91 ${phone_number.slice(0, 5)} ${phone_number.slice(5)}`)
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

test('an incomplete form names every missing field and goes no further', async () => {
  const page = await visit(browser, world, '/register')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await eventually(() => page.getByText('This field is required').count()).toBe(7)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await eventually(() => page.getByLabel('First Name').evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a sticker that a person registered meanwhile is told at its field and the form keeps its content', async () => {
  const sticker = await createSticker(world)
  const phone_number = newPhone()
  const page = await visit(browser, world, '/register')
  await page.getByLabel('Serial Number').fill(sticker.serial_number)
  await fill(page, phone_number)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await world.db.updateTable('coupons').set({ status: 'USED' }).where('id', '=', sticker.id).execute()
  await pasteCode(page, code)
  await page.getByRole('button', { name: 'Confirm OTP' }).click()
  await page.getByText('This serial number is already registered.').waitFor()
  expect(await page.getByLabel('First Name').inputValue()).toBe('Meera')
})

test('the form asks the browser for nothing that the content security policy forbids', async () => {
  const page = await visit(browser, world, '/register')
  await page.evaluate(
    `addEventListener('securitypolicyviolation', (event) => (window.broken ??= []).push(event.blockedURI))`,
  )
  await fill(page, newPhone())
  await page.getByLabel('Serial Number').fill('S1A2B3C4D7')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await eventually(() => page.getByText(/needs? your attention|Terms and Conditions/).count()).toBeGreaterThan(0)
  expect(await page.evaluate(`window.broken ?? []`)).toEqual([])
})

test('what was typed survives a reload and Back for a day, without health data, and Clear ends it', async () => {
  const page = await visit(browser, world, '/register')
  await page.getByText('This browser keeps what you type for one day').waitFor()
  const phone_number = newPhone()
  await fill(page, phone_number)
  await page.getByLabel('Blood group').selectOption('O-')
  await page.getByLabel('Allergies').fill('Bee stings')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).toContain(phone_number)
  expect(kept).not.toMatch(/Bee stings|O-|allergies|blood_group/)
  await page.reload()
  await eventually(() => page.getByLabel('Mobile Number').inputValue()).toBe(phone_number)
  expect(await page.getByLabel('Allergies').inputValue()).toBe('')
  await page.goto(`${world.url}/userlogin`)
  await page.goBack()
  await eventually(() => page.getByLabel('First Name').inputValue()).toBe('Meera')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.reload()
  await page.getByLabel('First Name').waitFor()
  expect(await page.getByLabel('First Name').inputValue()).toBe('')
})

test('a day later nothing of an unfinished registration is left', async () => {
  const page = await visit(browser, world, '/register')
  await fill(page, newPhone())
  await page.clock.setSystemTime(Date.now() + 25 * 3_600_000)
  await page.reload()
  await page.getByLabel('First Name').waitFor()
  expect(await page.getByLabel('First Name').inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Meera')
})

test('without a number of an emergency contact the form asks once before it goes on', async () => {
  const page = await visit(browser, world, '/register')
  await fill(page, newPhone())
  await page.getByLabel('Spouse mobile').fill('')
  await page.getByLabel('Serial Number').fill((await createSticker(world)).serial_number)
  const subscribe = page.getByRole('button', { name: 'Subscribe', exact: true })
  await subscribe.click()
  const question = page.getByRole('dialog', { name: 'Nobody will be told. Go on?' })
  await question.getByRole('button', { name: 'Add a contact' }).click()
  await question.waitFor({ state: 'hidden' })
  await subscribe.click()
  await question.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('dialog', { name: 'Terms and Conditions' }).waitFor()
})

test('only what is enforced is starred', async () => {
  const page = await visit(browser, world, '/register')
  await page.getByLabel('First Name').waitFor()
  const starred = await page
    .locator('label:has-text("*")')
    .evaluateAll((labels) => labels.map((label) => label.firstChild!.textContent))
  expect(starred).toEqual(['First Name', 'Last Name', 'Mobile Number', 'Serial Number', 'PIN Code', 'Address', 'State'])
})

test('a PIN code suggests the state and the town, and never replaces what was chosen or typed', async () => {
  const page = await visit(browser, world, '/register')
  const state = page.getByLabel('State')
  await page.getByLabel('PIN Code').fill('682001')
  await page.getByText('Kochi, Kerala').waitFor()
  await eventually(() => state.inputValue()).toBe('Kerala')
  await page.getByLabel('Address').fill('12 Beach Road')
  await page.getByRole('button', { name: 'Add Kochi to the address' }).click()
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Beach Road, Kochi')
  await state.selectOption('Goa')
  await page.getByLabel('PIN Code').fill('110001')
  await page.getByText('New Delhi, Delhi').waitFor()
  expect(await state.inputValue()).toBe('Goa')
})

test('on a phone the form has three steps, each checked before the next, and Back of the phone goes one back', async () => {
  const page = await visit(browser, world, '/register', { phone: true })
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByText('Step 1 of 3').waitFor()
  await next.click()
  await eventually(() => page.getByText('This field is required').count()).toBe(7)
  await page.getByLabel('Serial Number').fill((await createSticker(world)).serial_number)
  await page.getByLabel('First Name').fill('Meera')
  await page.getByLabel('Last Name').fill('Iyer')
  await page.getByLabel('Mobile Number').fill(newPhone())
  await page.getByLabel('PIN Code').fill('560001')
  await page.getByLabel('Address').fill('12 MG Road')
  await page.getByLabel('State').selectOption('Karnataka')
  await next.click()
  await page.getByText('Step 2 of 3').waitFor()
  expect(await page.getByLabel('First Name').count()).toBe(0)
  await page.getByLabel('Spouse mobile').fill('900')
  await next.click()
  await page.getByText('Mobile number must be 10 digits').waitFor()
  await page.getByLabel('Spouse mobile').fill('9000000042')
  await next.click()
  await page.getByText('Step 3 of 3').waitFor()
  await page.getByText('One ambulance ride in the year, up to 15 km.').waitFor()
  await page.goBack()
  await page.getByText('Step 2 of 3').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('dialog', { name: 'Terms and Conditions' }).waitFor()
})

test('a sales partner who registers a customer comes back home, still logged in', async () => {
  const partner = await createPerson(world, 'retailer')
  const phone_number = newPhone()
  const page = await visit(browser, world, '/register', { as: partner })
  await page.getByRole('heading', { name: 'Register a customer' }).waitFor()
  await fill(page, phone_number)
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

test('Clear empties the form', async () => {
  const page = await visit(browser, world, '/register')
  await fill(page, newPhone())
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(await page.getByLabel('First Name').inputValue()).toBe('')
  expect(await page.getByLabel('State').inputValue()).toBe('')
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
  await fill(page, phone_number)
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
