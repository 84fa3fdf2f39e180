import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPerson, createSticker, newPhone } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'
import { closeProfiles, codeSentTo, eventually, launchBrowser, visit } from './browser.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
  world = await createWorld({ web: true })
})
afterEach(() => closeProfiles(browser))
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

async function fill(page: Page, phone_number: string): Promise<void> {
  await page.getByLabel('First Name').fill('Meera')
  await page.getByLabel('Last Name').fill('Iyer')
  await page.getByLabel('Mobile Number').fill(phone_number)
  await page.getByLabel('PIN Code').fill('560001')
  await page.getByLabel('Address').fill('12 MG Road')
  await page.getByLabel('State').selectOption('Karnataka')
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

test('a sticker that somebody registered meanwhile is told at its field and the form keeps its content', async () => {
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
