import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { appCode, nextPeriod } from '../harness/authenticator.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, complaints, visit, fileBrowser } from '../journeys/browser.ts'

const world = await fileWorld({ web: true, settings: { ADMIN_TOTP: 'required' } })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

async function giveCredentials(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email or Username').fill(person.phone_number)
  await page.getByLabel('Password', { exact: true }).fill('right-password')
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/userlogin')
  await page.goto(`${world.url}/login`)
}

async function shownCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  return codes.allTextContents()
}

test('an admin sets up the app at first login, then logs in by code and recovery code', async () => {
  const admin = await createPerson(world, 'admin')
  await world.db
    .updateTable('users')
    .set({ password_hash: await hashPassword('right-password') })
    .where('id', '=', admin.id)
    .execute()
  const page = await visit(browser, world, '/login', { phone: true })
  await giveCredentials(page, admin)
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await page.getByText(/^[A-Z2-7 ]{39}$/).textContent())!.replaceAll(' ', '')
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(await appCode(world, secret))
  await page.getByRole('button', { name: 'Verify and log in' }).click()
  const codes = await shownCodes(page)
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have kept them, continue' }).click()
  await page.waitForURL('**/dashboard')

  await nextPeriod(world)
  await logOut(page)
  await giveCredentials(page, admin)
  await page.getByLabel('Digit 1 of 6').waitFor()
  await page.keyboard.type(await appCode(world, secret))
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.waitForURL('**/dashboard')

  await logOut(page)
  await giveCredentials(page, admin)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('1111-1111-1111-1111')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong or was used already.').waitFor()
  await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.getByRole('banner').getByRole('link', { name: 'Asha Rao' }).click()
  await page.getByText('Recovery codes left: 9.').waitFor()

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('right-password')
  await dialog.getByLabel('New password', { exact: true }).fill('mango-river-4')
  await dialog.getByLabel('New password again', { exact: true }).fill('mango-river-5')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('Passwords do not match').waitFor()
  await dialog.getByLabel('New password again', { exact: true }).fill('mango-river-4')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed. Everywhere else you are logged out.').waitFor()
  // What was on its way when Logout was pressed is rejected.
  expect(complaints.get(page)?.filter((line) => !/AudioContext|status of 40[01]/.test(line))).toEqual([])
})

test('an app whose set-up was confirmed by an answer that was lost is shown as set up', async () => {
  const page = await visit(browser, world, '/security', { as: await createPerson(world, 'staff', 'Nina') })
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByText(/^[A-Z2-7 ]{39}$/).textContent())!.replaceAll(' ', '')
  await page.route('**/trpc/secondFactor.confirm**', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByLabel('Code', { exact: true }).fill(await appCode(world, secret))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Recovery codes left: 10.').waitFor()
})

test('staff set up the app, renew recovery codes and turn it off, and an admin resets one', async () => {
  const staff = await createPerson(world, 'staff')
  const page = await visit(browser, world, '/security', { as: staff })
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByText(/^[A-Z2-7 ]{39}$/).textContent())!.replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(await appCode(world, secret))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('Recovery codes left: 10.').waitFor()
  await nextPeriod(world)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByLabel('Code of your app, or a recovery code').fill(await appCode(world, secret))
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const [code] = await shownCodes(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Code of your app, or a recovery code').fill(code!)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Not set up').waitFor()

  await page.getByRole('button', { name: 'Set up the app' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const another = (await page.getByText(/^[A-Z2-7 ]{39}$/).textContent())!.replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(await appCode(world, another))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  const admin = await createPerson(world, 'admin', 'Lata')
  const office = await visit(browser, world, '/staff-users', { as: admin })
  await office.getByRole('button', { name: 'Reset the app of Asha Rao' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Reset app' }).click()
  await office.getByText('The authenticator app is reset. The person is logged out everywhere.').waitFor()
  await page.waitForURL('**/login?sessionExpired=1')
})
