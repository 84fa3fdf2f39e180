import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, visit, fileBrowser } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

/** A staff member whom an admin has just added. */
async function added(first_name: string): Promise<{ email: string; admin: Awaited<ReturnType<typeof createPerson>> }> {
  const admin = await createPerson(world, 'admin')
  const phone_number = newPhone()
  const email = `${phone_number}@test.example`
  const body = { first_name, last_name: 'Hegde', email, phone_number, password: 'lantern-81' }
  expect((await call(world.url, '/api/users/register/staff/', { body, access: admin.access })).status).toBe(201)
  return { email, admin }
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email or Username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('lantern-81')
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test.each([
  { phone: true, first_name: 'Nandini' },
  { phone: false, first_name: 'Rohini' },
])('a login with an admin’s password leads to choosing an own one (phone: $phone)', async ({ phone, first_name }) => {
  const { email, admin } = await added(first_name)
  const office = await visit(browser, world, '/staff-users', { as: admin })
  await office.getByText(/^First password until /).waitFor()

  const page = await visit(browser, world, '/login', { phone })
  await logIn(page, email)
  const dialog = page.getByRole('dialog', { name: 'Choose your own password' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${world.url}/dashboard`)
  await page.getByText(/It stops working on .*: choose your own/).waitFor()
  await page.getByRole('link', { name: 'Choose your own password' }).click()
  await dialog.getByLabel('Current password').fill('lantern-81')
  await dialog.getByLabel('New password', { exact: true }).fill('mango-river-4')
  await dialog.getByLabel('New password again', { exact: true }).fill('mango-river-4')
  await dialog.getByRole('button', { name: 'Choose your own password' }).click()
  await page.getByRole('button', { name: 'Change password' }).waitFor()
  const answered = page.waitForResponse(/auth\.password/)
  await page.goto(`${world.url}/dashboard`)
  await answered
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await page.getByText('It stops working on').count()).toBe(0)

  await office.reload()
  await office.getByText(`${first_name} Hegde`).waitFor()
  expect(await office.getByText('First password').count()).toBe(0)
})

test('one that has run out says at the login what to do', async () => {
  const { email, admin } = await added('Sunita')
  await world.advanceTime(73 * 3_600_000)
  const page = await visit(browser, world, '/login', { phone: true })
  await logIn(page, email)
  await page.getByText(/has stopped working\. Log in with your phone number and a code/).waitFor()
  await page.getByRole('link', { name: 'Login with phone number' }).waitFor()
  const office = await visit(browser, world, '/staff-users', { as: admin })
  await office.getByText(/^First password ran out on /).waitFor()
})

test('a while after the login, ending sessions elsewhere asks for the password', async () => {
  const { email } = await added('Sunita')
  const elsewhere = await visit(browser, world, '/login')
  await logIn(elsewhere, email)
  await elsewhere.getByRole('dialog').waitFor()
  const page = await visit(browser, world, '/login', { phone: true })
  await logIn(page, email)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await world.advanceTime(11 * 60_000)
  await page.reload()
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere else' })
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await dialog.getByText('Enter your password.').waitFor()
  await dialog.getByLabel('Your password').fill('lantern-81')
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('You are logged out everywhere else.').waitFor()
  await elsewhere.waitForURL('**/login?sessionExpired=1')
})
