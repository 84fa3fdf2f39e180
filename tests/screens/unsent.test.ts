import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSubscriber, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit, fromMenu } from '../journeys/browser.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

const TYPED = '12 typed'
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' })
const button = (page: Page, name: string) => question(page).getByRole('button', { name })
/** The dialog below the question. */
const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') })
const field = (page: Page) =>
  dialog(page).locator('textarea, input[type=text], input:not([type]), input[type=tel]').first()

/** Whether a reload asks first. */
async function reloadAsks(page: Page): Promise<boolean> {
  page.removeAllListeners('dialog')
  const asked = new Promise<boolean>((resolve) => {
    page.once('dialog', (shown) => {
      resolve(shown.type() === 'beforeunload')
      void shown.dismiss()
    })
    page.once('load', () => resolve(false))
  })
  await page.evaluate(() => setTimeout(() => location.reload()))
  return asked
}

/** Types into the open dialog; Escape, Cancel, Back and reload then ask, and nothing is lost before Discard. */
async function isGuarded(page: Page, by: 'keys' | 'every way'): Promise<void> {
  await field(page).fill('')
  await field(page).pressSequentially(TYPED)
  const kept = await field(page).inputValue()
  await page.keyboard.press('Escape')
  await button(page, 'Go on writing').click()
  await eventually(() => field(page).inputValue()).toBe(kept)
  if (by === 'every way') {
    await page.goBack()
    await button(page, 'Go on writing').click()
    expect(await reloadAsks(page)).toBe(true)
    await eventually(() => field(page).inputValue()).toBe(kept)
  }
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Discard').click()
  await dialog(page).waitFor({ state: 'detached' })
}

test('dialogs of the office ask before what was typed is lost', async () => {
  const page = await visit(browser, world, '/dashboard', { as: admin })
  const DIALOGS = [
    ['/staff-users', 'Add Staff'],
    ['/creator-management', 'Add Coupon'],
    ['/bulk-coupons', 'Add Bulk Coupon'],
    ['/ambulances', 'Add Ambulance'],
    ['/hospitals', 'Add Hospital'],
    ['/on-call', 'Add person'],
  ] as const
  for (const [path, opener] of DIALOGS) {
    await page.locator(`nav a[href="${path}"]`).first().click()
    await page.getByRole('button', { name: opener, exact: true }).first().click()
    await isGuarded(page, path === '/staff-users' ? 'every way' : 'keys')
  }
  // Nothing was typed, nothing is asked.
  await page.getByRole('button', { name: 'Add person', exact: true }).click()
  await field(page).click()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('attend, reject and the handover note ask, and a note on an alert survives reload and Back', async () => {
  const { sticker } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token)
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff', 'Asha') })
  for (const opener of ['Attend', 'Reject']) {
    await page.getByRole('button', { name: opener, exact: true }).first().click()
    await isGuarded(page, 'keys')
  }
  await fromMenu(page, 'Write handover note')
  await isGuarded(page, 'keys')
  await page.goto(`${world.url}/qr-alerts/${id}`)
  const note = page.getByLabel('Add a note')
  await note.fill(TYPED)
  await page.reload()
  await eventually(() => note.inputValue()).toBe(TYPED)
  await page.goBack()
  await page.goForward()
  await eventually(() => note.inputValue()).toBe(TYPED)
})

test('the profile asks on Cancel, Back and reload, and not after it was saved', async () => {
  const { id } = await createSubscriber(world)
  const page = await visit(browser, world, '/profile', { as: await signIn(world, id) })
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const address = page.getByLabel('Address')
  await address.fill('9 Park Street, Kolkata')
  await page.goBack()
  await button(page, 'Go on writing').click()
  expect(await reloadAsks(page)).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Go on writing').click()
  await eventually(() => address.inputValue()).toBe('9 Park Street, Kolkata')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Profile updated successfully.').waitFor()
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor()
  expect(await question(page).count()).toBe(0)
})
