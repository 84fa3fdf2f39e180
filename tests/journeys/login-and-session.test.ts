import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, codeSentTo, eventually, visit, fileBrowser, takeClock } from './browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

/** A well-formed token that expired long ago: the client must not even try it. */
const EXPIRED = `x.${Buffer.from(JSON.stringify({ exp: 1_600_000_000, iat: 1_599_998_200 })).toString('base64url')}.x`

test('staff log in with a password and begin on the board, and a wrong one is said to be wrong', async () => {
  const person = await createPerson(world, 'staff')
  await world.db
    .updateTable('users')
    .set({ password_hash: await hashPassword('right-password') })
    .where('id', '=', person.id)
    .execute()
  const page = await visit(browser, world, '/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Please fill in all fields').waitFor()
  await page.getByLabel('Email or Username').fill(person.phone_number)
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Invalid credentials').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('right-password')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/qr-alerts')
  await page.getByRole('banner').getByText('Asha Rao').waitFor()
  await page.getByRole('heading', { name: 'QR Alerts' }).waitFor()
})

test('the wanted address survives either login, unless the role may not open it', async () => {
  const password_hash = await hashPassword('right-password')
  const logIn = async (page: Page, person: Person) => {
    await world.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
    await page.getByLabel('Email or Username').fill(person.phone_number)
    await page.getByLabel('Password', { exact: true }).fill('right-password')
    await page.getByRole('button', { name: 'Sign In' }).click()
  }
  const page = await visit(browser, world, '/qr-alerts/4711?from=sms')
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Login with phone number' }).click()
  await page.getByRole('link', { name: 'Corporate Login' }).click()
  await logIn(page, await createPerson(world, 'staff'))
  await page.waitForURL('**/qr-alerts/4711?from=sms')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/userlogin')
  await page.getByRole('link', { name: 'Corporate Login' }).click()
  await logIn(page, await createPerson(world, 'admin'))
  await page.waitForURL('**/dashboard')

  const other = await visit(browser, world, '/qr-alerts/4711')
  await other.waitForURL('**/login')
  await logIn(other, await createPerson(world, 'retailer'))
  await other.waitForURL('**/retailer_dashboard')
})

test('a login that reaches no server is not called a wrong password', async () => {
  const page = await visit(browser, world, '/login')
  await page.getByLabel('Email or Username').fill('asha@office.example')
  await page.getByLabel('Password', { exact: true }).fill('right-password')
  await page.route('**/trpc/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Something went wrong. Please try again.').waitFor()
  expect(await page.getByText('Invalid credentials').count()).toBe(0)
})

test('partners log in by phone, each to an own page, and a wrong number or code is named', async () => {
  const page = await visit(browser, world, '/userlogin')
  const sendCode = () => page.getByRole('button', { name: 'Send OTP' }).click()
  await sendCode()
  await page.getByText('Please enter your phone number').waitFor()
  await page.getByLabel('Phone Number').fill('12345')
  await sendCode()
  await page.getByText('Phone number must be exactly 10 digits.').waitFor()
  for (const role of ['retailer', 'distributor', 'super_distributor'] as const) {
    const { phone_number } = await createPerson(world, role)
    await page.getByLabel('Phone Number').fill(phone_number)
    await sendCode()
    await page.getByLabel('Digit 1 of 6').waitFor()
    const code = await until('the code arrives', () => codeSentTo(world, phone_number))
    if (role === 'retailer') {
      await page.keyboard.type(code === '000000' ? '111111' : '000000')
      await page.getByRole('button', { name: 'Verify OTP' }).click()
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
    }
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.type(code)
    await page.getByRole('button', { name: 'Verify OTP' }).click()
    await page.waitForURL(`**/${role}_dashboard`)
    await page.getByText('Use the sidebar for everything else.').waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/userlogin')
  }
})

test('an expired access token is renewed once for all tabs, and nobody notices', async () => {
  const staff = await createPerson(world, 'staff')
  const page = await visit(browser, world, '/qr-alerts', { as: { ...staff, access: EXPIRED } })
  await page.getByText('No alerts found.').waitFor()
  const renewed = await page.evaluate(() => localStorage.getItem('accessToken'))
  expect(renewed).not.toBe(EXPIRED)

  let renewals = 0
  await page.context().route('**/api/users/token/refresh/', (route) => {
    renewals += 1
    return route.continue()
  })
  await page.evaluate((token) => localStorage.setItem('accessToken', token), EXPIRED)
  const tabs = await Promise.all([1, 2, 3].map(() => visit(browser, world, '/qr-alerts', { beside: page })))
  for (const tab of tabs) await tab.getByText('No alerts found.').waitFor()
  expect(renewals).toBe(1)
})

test('an unanswered token renewal times out and retries, and the console goes live', async () => {
  const staff = await createPerson(world, 'staff')
  const page = await visit(browser, world, '/qr-alerts', { as: staff })
  await page.getByText('No alerts found.').waitFor()
  await takeClock(page)
  let asked = 0
  await page.route('**/api/users/token/refresh/', (route) => {
    asked += 1
    // The first ones get no answer at all.
    return asked > 2 ? route.continue() : undefined
  })
  await page.evaluate((token) => localStorage.setItem('accessToken', token), EXPIRED)
  await page.reload()
  await eventually(async () => {
    await page.clock.fastForward(1_000)
    return page.getByText('No alerts found.').isVisible()
  }).toBe(true)
  expect(asked).toBeGreaterThan(2)
})

test('a session that cannot be renewed ends at the login and says so', async () => {
  const staff = await createPerson(world, 'staff')
  const page = await visit(browser, world, '/qr-alerts', { as: { ...staff, access: EXPIRED, refresh: 'gone' } })
  await page.waitForURL('**/login?sessionExpired=1')
  await page.getByText('Session expired. Please login again').waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|user/i.test(key)))).toEqual([])
})

test.each([
  ['/staff-users', 'All Staffs'],
  ['/subscriber/{id}', 'Subscriber detail'],
])('%s says that the session has expired, shows nothing of %s, and leads to the login', async (path) => {
  const admin = await createPerson(world, 'admin')
  const { id } = await createSubscriber(world, { first_name: 'Zeenat' })
  const url = path.replace('{id}', String(id))
  const page = await visit(browser, world, url, { as: { ...admin, access: EXPIRED, refresh: 'gone' } })
  const dialog = page.getByRole('dialog', { name: 'Session Expired' })
  await dialog.getByText('Session expired. Please login again').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Go to login' }).click()
  await page.waitForURL('**/login?sessionExpired=1')
})

test('a session that is ended elsewhere closes the screens that live on it', async () => {
  const staff = await createPerson(world, 'staff')
  const page = await visit(browser, world, '/qr-alerts', { as: staff })
  await page.getByText('No alerts found.').waitFor()
  await fetch(`${world.url}/api/users/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: staff.refresh }),
  })
  await page.waitForURL('**/login?sessionExpired=1')
})

test('Logout clears the storage and goes to the phone login, in every tab', async () => {
  const staff = await createPerson(world, 'staff')
  const page = await visit(browser, world, '/qr-alerts', { as: staff })
  const other = await visit(browser, world, '/qr-alerts', { beside: page })
  await other.getByText('No alerts found.').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/userlogin')
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBe(null)
  await other.waitForURL('**/login**')
})
