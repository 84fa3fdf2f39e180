import { TERMS_VERSION } from '@tvarit/shared/contracts/accounts'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { readSms } from '../harness/api.ts'
import { smsTo } from '../harness/ambulances.ts'
import { createPerson, createSticker, createSubscriber, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import {
  arm,
  closeProfiles,
  eventually,
  sirenSeconds,
  sirens,
  visit,
  fileBrowser,
  fromMenu,
} from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

async function openProfile(options: Parameters<typeof createSubscriber>[1] = {}) {
  const subscriber = await createSubscriber(world, options)
  const own = await signIn(world, subscriber.id)
  return { subscriber, own, page: await visit(browser, world, '/profile', { as: own }) }
}
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the owner tests the sticker and watches the call centre take and close the drill', async () => {
  const { page } = await openProfile()
  const board = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff', 'Asha') })
  await arm(board)
  const own = card(page, 'Test my sticker')
  await own.getByText('the page must open').waitFor()
  await own.getByRole('button', { name: 'Test my sticker' }).click()
  await own.getByText('Waiting for an operator to take it').waitFor()

  const drill = board.getByRole('article', { name: 'Ravi Kumar' })
  await drill.getByText('Drill', { exact: true }).waitFor()
  // Striped, not only coloured.
  expect(await drill.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('repeating-linear')
  await board.getByRole('dialog', { name: 'Drill, no emergency' }).waitFor()
  await eventually(() => sirens(board)).toBe(1)
  expect(await sirenSeconds(board)).toBeGreaterThan(3)
  await drill.getByRole('button', { name: 'Claim' }).click()
  await own.getByText(/Seen by Asha after \d+ s/).waitFor()
  await drill.getByRole('button', { name: 'Attend' }).click()
  const dialog = board.getByRole('dialog', { name: /Attend/ })
  await dialog.getByRole('textbox').fill('Test seen.')
  await dialog.getByRole('button', { name: 'Attend' }).click()
  await own.getByText(/Closed at .*: Test seen\./).waitFor()
  await own.getByText(/The next test is possible from/).waitFor()
  expect(await own.getByRole('button', { name: 'Test my sticker' }).count()).toBe(0)
})

test('a real alert beside a drill sounds and is announced as an emergency', async () => {
  const board = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff', 'Asha') })
  await arm(board)
  await fromMenu(board, 'Start a drill')
  await board.getByRole('dialog', { name: 'Start a drill' }).getByRole('button', { name: 'Start drill' }).click()
  await board.getByRole('article', { name: 'Drill' }).getByText('Practice without a sticker').waitFor()
  await eventually(() => sirenSeconds(board)).toBeGreaterThan(3)
  await board.getByText('0 open; 1 drill').waitFor()
  await press(world.url, (await createSubscriber(world, { first_name: 'Kavya' })).sticker.token)
  await board.getByRole('dialog', { name: 'New Emergency Alert' }).waitFor()
  await board.getByRole('article', { name: 'Kavya Kumar' }).and(board.locator('[data-ringing]')).waitFor()
  await eventually(() => sirenSeconds(board)).toBeLessThan(3)
  await board.getByText('1 open, 1 not claimed; 1 drill').waitFor()
})

test('the page of a drill offers no ambulance of ours', async () => {
  const staff = await createPerson(world, 'staff', 'Asha')
  const answer = await fetch(`${world.url}/api/qr/alerts/drill/`, { method: 'POST', headers: staff.headers })
  const { id } = (await answer.json()) as { id: number }
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: staff })
  await page.getByText('A drill sends no real ambulance. Use another provider to practise.').waitFor()
  await page.getByText('None: this is a drill of the office.').waitFor()
  await page.getByRole('button', { name: 'Outside provider / 108' }).waitFor()
  expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0)
})

test('a subscriber renews with a coupon, and a wrong pair of codes is a field error', async () => {
  const { page } = await openProfile({ ends_in_days: 1 })
  const plan = card(page, 'Plan')
  await plan.getByText(/^Basic plan: 1 ride up to 10 km, not used, valid to \d+ \w+ \d{4}$/).waitFor()
  await plan.getByText(/^1 day left/).waitFor()
  const fresh = await createSticker(world)
  await plan.getByRole('button', { name: 'Renew with a coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew with a coupon' })
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await dialog.getByText('This field is required').first().waitFor()
  await dialog.getByLabel('Serial Number').fill(fresh.serial_number)
  await dialog.getByLabel('Coupon Code').fill('WRONG')
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await dialog.getByText(/are not those of an unused coupon/).waitFor()
  await dialog.getByLabel('Coupon Code').fill(fresh.coupon_code.toLowerCase())
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await plan.getByText(/^367 days left/).waitFor()
  expect(await plan.getByRole('listitem').count()).toBe(2)
})

test('an admin renews an ended plan as Gold, while staff can only view it', async () => {
  const { id } = await createSubscriber(world, { ends_in_days: -3 })
  const staff = await visit(browser, world, `/subscriber/${id}`, { as: await createPerson(world, 'staff') })
  await card(staff, 'Plan')
    .getByText(/^The plan ended on/)
    .waitFor()
  expect(await staff.getByRole('button', { name: 'Renew plan' }).count()).toBe(0)

  const page = await visit(browser, world, `/subscriber/${id}`, { as: await createPerson(world, 'admin') })
  await page.getByText('Expired', { exact: true }).waitFor()
  await card(page, 'Plan').getByRole('button', { name: 'Renew plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew plan' })
  await dialog.getByRole('radio', { name: /^Gold plan, one ride up to 15 km/ }).check()
  await dialog.getByRole('button', { name: 'Renew plan' }).click()
  await card(page, 'Plan')
    .getByText(/^Gold plan: 1 ride up to 15 km, not used/)
    .waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
})

test('the owner checks the contacts and sees each SMS arrive', async () => {
  const { page, subscriber } = await openProfile()
  const contacts = card(page, 'Check my contacts')
  await contacts.getByText('Not asked yet').first().waitFor()
  await contacts.getByRole('button', { name: 'Send 2 SMS' }).click()
  await eventually(() => contacts.getByText(/^(Sent|Delivered)$/).count()).toBe(2)
  await contacts.getByText('Each number is asked once in 30 days.').waitFor()
  expect(await smsTo(world, subscriber.relatives[0]!)).toHaveLength(1)
})

test('a subscriber downloads the own data, and erases the account with the word and a code', async () => {
  const { page, own } = await openProfile()
  const data = card(page, 'My data')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('my-data.json')
  await data.getByRole('button', { name: 'Erase my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase my account' })
  await dialog.getByRole('button', { name: 'Send a code to my phone' }).click()
  await dialog.getByRole('button', { name: 'Erase everything' }).click()
  await dialog.getByText('Type ERASE in capital letters to confirm.').waitFor()
  await dialog.getByText('Enter the 6-digit code.').waitFor()
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  await dialog.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(await readSms(world, own.phone_number))
  await dialog.getByRole('button', { name: 'Erase everything' }).click()
  await page.getByText('The account and its data are erased.').waitFor()
  const row = await world.db.selectFrom('users').select('first_name').where('id', '=', own.id).executeTakeFirst()
  expect(row!.first_name).toBe('Erased')
})

test('each hint leads to the field it is about, and goes when nothing is missing there', async () => {
  const { page, own } = await openProfile({ relatives: [] })
  await world.db.updateTable('subscriber_profiles').set({ medicines: null }).where('user_id', '=', own.id).execute()
  await page.reload()
  const hints = card(page, 'Make your profile complete')
  const FIELDS = [
    ['Add a photo', 'Choose file: Photo'],
    ['Add a contact', 'Spouse mobile'],
    ['Add medicines', 'Medicines'],
    ['Allow my first name', 'Tell the person who scans my sticker my first name'],
  ] as const
  for (const [button, label] of FIELDS) {
    await hints.getByRole('link', { name: button }).click()
    const field = page.getByLabel(label, { exact: true })
    await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
  await hints.getByRole('link', { name: 'Allow my first name' }).click()
  await page.getByLabel('Tell the person who scans my sticker my first name').check()
  await page.getByLabel('Medicines').fill('none')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Profile updated successfully.').waitFor()
  await hints.getByRole('link', { name: 'Add a photo' }).waitFor()
  for (const gone of ['Add medicines', 'Allow my first name']) {
    await eventually(() => hints.getByRole('link', { name: gone }).count()).toBe(0)
  }
})

test('the alerts about a person stand on their page, drills marked', async () => {
  const { page, subscriber, own } = await openProfile()
  await card(page, 'My alerts').getByText('There has been no alert about you.').waitFor()
  const drill = await fetch(`${world.url}/api/users/profile/drill/`, { method: 'POST', headers: own.headers })
  expect(drill.status).toBe(201)
  await press(world.url, subscriber.sticker.token, { landmark: 'Opposite the temple' })
  await page.reload()
  const rows = page.getByRole('list', { name: 'My alerts' }).getByRole('listitem')
  await rows.first().getByText('Opposite the temple').waitFor()
  expect(await rows.first().getByText('Drill').count()).toBe(0)
  await rows.nth(1).getByText('Drill', { exact: true }).waitFor()
})

test('a person who consented to an older notice reads what is new in it, and accepts it', async () => {
  const subscriber = await createSubscriber(world)
  await world.db
    .updateTable('subscriber_profiles')
    .set({ consent_version: '2025-01' })
    .where('user_id', '=', subscriber.id)
    .execute()
  const page = await visit(browser, world, '/profile', { as: await signIn(world, subscriber.id) })
  const consent = card(page, 'My consent')
  await consent.getByText(/^New in our notice: /).waitFor()
  await consent.getByRole('button', { name: 'Accept' }).click()
  await consent.getByText(`(notice ${TERMS_VERSION})`).waitFor()
  expect(await consent.getByText('New in our notice').count()).toBe(0)
  expect(await consent.getByRole('button', { name: 'Accept' }).count()).toBe(0)
})
