import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSubscriber, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

/** The labels of the fields that are marked as wrong, from the top. */
const marked = (within: Page | Locator): Promise<string[]> =>
  within
    .locator('input[aria-invalid=true]')
    .evaluateAll((fields: HTMLInputElement[]) =>
      fields.map(({ labels }) => labels![0]!.textContent.replace('*', '').trim()),
    )

async function isSeenAndFocused(field: Locator): Promise<void> {
  await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  const { top, bottom } = await field.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(await field.page().evaluate(() => innerHeight))
}

test('dialogs mark every field that is wrong and begin with the first', async () => {
  const page = await visit(browser, world, '/staff-users', { as: admin })
  await page.setViewportSize({ width: 1000, height: 420 })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add Staff' }).click()
  await dialog.getByRole('textbox', { name: /^Password/ }).fill('short')
  await dialog.getByRole('button', { name: 'Add Staff' }).click()
  await dialog.getByText('Please fill all required fields').waitFor()
  expect(await marked(dialog)).toEqual(['First Name', 'Mobile Number', 'Email', 'Password', 'Confirm Password'])
  await isSeenAndFocused(dialog.getByLabel('First Name'))
  // What only the server knows is found by the focus, too.
  await dialog.getByLabel('First Name').fill('Zarina')
  await dialog.getByLabel('Mobile Number').fill(admin.phone_number)
  await dialog.getByLabel('Email').fill('zarina@office.example')
  await dialog.getByRole('textbox', { name: /^Password/ }).fill('')
  await dialog.getByRole('button', { name: 'Add Staff' }).click()
  await dialog.getByText('This number is already registered.', { exact: true }).waitFor()
  expect(await marked(dialog)).toEqual(['Mobile Number'])
  await isSeenAndFocused(dialog.getByLabel('Mobile Number'))

  await page.goto(`${world.url}/creator-management`)
  await page.getByRole('button', { name: 'Add Coupon' }).click()
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await eventually(() => marked(dialog)).toEqual(['Coupon Name', 'Social Media Name'])
  await isSeenAndFocused(dialog.getByLabel('Coupon Name'))

  const { sticker } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token)
  await page.goto(`${world.url}/qr-alerts/${id}`)
  await page
    .getByRole('button', { name: /^Called by phone/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Note the call' }).click()
  await isSeenAndFocused(dialog.getByRole('button', { name: 'Reached' }))
})

test('pages mark every field that is wrong and scroll to the first', async () => {
  const login = await visit(browser, world, '/login')
  await login.getByRole('button', { name: 'Sign In' }).click()
  await eventually(() => marked(login)).toEqual(['Email or Username', 'Password'])
  await isSeenAndFocused(login.getByLabel('Email or Username'))

  const { id } = await createSubscriber(world)
  const page = await visit(browser, world, '/profile#edit', { as: await signIn(world, id), phone: true })
  await page.getByLabel('PIN Code').fill('12')
  await page.getByLabel('Spouse mobile').fill('12345')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await eventually(() => marked(page)).toEqual(['PIN Code', 'Spouse mobile'])
  await isSeenAndFocused(page.getByLabel('PIN Code'))
})
