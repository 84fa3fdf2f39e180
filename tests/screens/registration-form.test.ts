import { afterEach, expect, test } from 'vitest'
import { createSticker, newPhone } from '../harness/people.ts'
import { fillRegistration } from '../harness/registration-page.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit, takeClock } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

test('an incomplete form names every missing field and goes no further', async () => {
  const page = await visit(browser, world, '/register')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await eventually(() => page.getByText('This field is required').count()).toBe(7)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await eventually(() => page.getByLabel('First Name').evaluate((field) => field === document.activeElement)).toBe(true)
})

test('the form asks the browser for nothing that the content security policy forbids', async () => {
  const page = await visit(browser, world, '/register')
  await page.evaluate(
    `addEventListener('securitypolicyviolation', (event) => (window.broken ??= []).push(event.blockedURI))`,
  )
  await fillRegistration(page, newPhone())
  await page.getByLabel('Serial Number').fill('S1A2B3C4D7')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await eventually(() => page.getByText(/needs? your attention|Terms and Conditions/).count()).toBeGreaterThan(0)
  expect(await page.evaluate(`window.broken ?? []`)).toEqual([])
})

test('form input survives a reload and Back for a day, without health data, until Clear', async () => {
  const page = await visit(browser, world, '/register')
  await page.getByText('This browser keeps what you type for one day').waitFor()
  const phone_number = newPhone()
  await fillRegistration(page, phone_number)
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

test('the buttons come with the sections above them, so that they do not move under a press', async () => {
  const page = await visit(browser, world, '/register')
  const go = Promise.withResolvers<void>()
  await page.route(/\/later-.*\.js$/, async (route) => {
    await go.promise
    await route.continue()
  })
  await page.reload()
  await page.getByText('Loading the rest of the form…').waitFor()
  expect(await page.getByRole('button', { name: 'Clear' }).count()).toBe(0)
  go.resolve()
  await page.getByRole('button', { name: 'Clear' }).waitFor()
  expect(await page.getByLabel('Allergies').count()).toBe(1)
})

test('a day later nothing of an unfinished registration is left', async () => {
  const page = await visit(browser, world, '/register')
  await fillRegistration(page, newPhone())
  await takeClock(page, Date.now() + 25 * 3_600_000)
  await page.reload()
  await page.getByLabel('First Name').waitFor()
  expect(await page.getByLabel('First Name').inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Meera')
})

test('without a number of an emergency contact the form asks once before it goes on', async () => {
  const page = await visit(browser, world, '/register')
  await fillRegistration(page, newPhone())
  await page.getByLabel('Spouse mobile').fill('')
  await page.getByLabel('Serial Number').fill((await createSticker(world)).serial_number)
  const subscribe = page.getByRole('button', { name: 'Subscribe', exact: true })
  await subscribe.click()
  const question = page.getByRole('dialog', { name: 'Nobody will be notified. Go on?' })
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
  await eventually(() => page.getByLabel('Address').inputValue()).toBe('12 Beach Road, Kochi')
  await state.selectOption('Goa')
  await page.getByLabel('PIN Code').fill('110001')
  await page.getByText('New Delhi, Delhi').waitFor()
  expect(await state.inputValue()).toBe('Goa')
})

test('on a phone the form has three validated steps, and the phone’s Back goes one back', async () => {
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

test('Clear empties the form', async () => {
  const page = await visit(browser, world, '/register')
  await fillRegistration(page, newPhone())
  await page.getByRole('button', { name: 'Clear' }).click()
  await eventually(() => page.getByLabel('First Name').inputValue()).toBe('')
  await eventually(() => page.getByLabel('State').inputValue()).toBe('')
})
