import fs from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, codeSentTo, eventually, visit, fileBrowser } from './browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

test('the dashboard counts, leads to the lists, and hides Total Staff from staff', async () => {
  await createSubscriber(world)
  await createPerson(world, 'staff')
  const page = await visit(browser, world, '/dashboard', { as: admin })
  const figures = page.getByRole('list', { name: 'Figures' })
  await figures.getByRole('link', { name: /^Total Suscribers\s*1$/ }).waitFor()
  await figures.getByRole('link', { name: /^Generated QR Codes/ }).waitFor()
  await figures.getByRole('link', { name: /^Used QR Codes/ }).waitFor()
  await figures.getByRole('link', { name: /^Pending Alerts/ }).waitFor()
  const recent = page.getByRole('table', { name: 'Recent Users' })
  await eventually(() => recent.getByRole('columnheader').allTextContents()).toEqual([
    'ID',
    'Name',
    'Email',
    'Phone Number',
  ])
  await figures.getByRole('link', { name: /^Total Staff/ }).click()
  await page.getByRole('heading', { name: 'All Staffs' }).waitFor()
  const staff = await visit(browser, world, '/dashboard', { as: await createPerson(world, 'staff') })
  await staff.getByRole('link', { name: /^Total Suscribers\s*1$/ }).waitFor()
  expect(await staff.getByText('Total Staff').count()).toBe(0)
})

test('a bulk count above 5,000 is corrected visibly and needs another click to start', async () => {
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('bulkJobs.create')) asked.push(request.postData() ?? '')
  })
  await page.getByRole('button', { name: 'Add Bulk Coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Bulk Coupon' })
  await dialog.getByLabel('Number of coupons').fill('5001')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await dialog.getByText('It can be 1 to 5,000, so it is 5000 now. Press Generate to start.').waitFor()
  expect(await dialog.getByLabel('Number of coupons').inputValue()).toBe('5000')
  expect(asked).toEqual([])
  await page.route('**/trpc/bulkJobs.create**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await eventually(() => asked.length).toBe(1)
  expect(asked[0]).toContain('5000')
})

test('a bulk job is queued without waiting, becomes a ZIP and is marked as printed once', async () => {
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  await page.getByText('No bulk jobs found').waitFor()
  await page.getByRole('button', { name: 'Add Bulk Coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Bulk Coupon' })
  const count = dialog.getByLabel('Number of coupons')
  await eventually(() => count.inputValue()).toBe('50')
  await count.fill('3')
  await dialog.getByRole('radio', { name: /Cards/ }).check()
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await page.getByText('The job has started: 3 coupons.').waitFor()
  // Only what is done is said to be created.
  await page.getByText('Successfully created 3 coupons!').waitFor()
  const row = page.getByRole('row', { name: /3 coupons/ })
  await row.getByText('COMPLETED').waitFor()
  const saved = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download zip' }).click()
  await page.getByText('Download started').waitFor()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^job-\d+\.zip$/)
  expect(
    fs
      .readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await row.getByRole('button', { name: 'Mark as Printed' }).click()
  const ask = page.getByRole('dialog', { name: 'Mark as Printed' })
  await ask.getByText('This cannot be undone.').waitFor()
  await ask.getByRole('button', { name: 'Mark as Printed' }).click()
  await page.getByText('Status updated to PRINTED').waitFor()
  await row.getByText('PRINTED', { exact: true }).waitFor()
  expect(await row.getByRole('button', { name: 'Mark as Printed' }).count()).toBe(0)
  await page.getByText('Completed', { exact: true }).click()
  await page.getByText('No bulk jobs found').waitFor()
})

test('a subscriber logs in with a code, changes the own profile, and sees only own data', async () => {
  const subscriber = await createSubscriber(world, { first_name: 'Shabnam' })
  const address = { email: 'shabnam@test.example' }
  await world.db.updateTable('users').set(address).where('id', '=', subscriber.id).execute()
  const page = await visit(browser, world, '/userlogin')
  await page.getByRole('textbox').fill(subscriber.phone_number)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByRole('button', { name: 'Verify OTP' }).waitFor()
  await eventually(() => codeSentTo(world, subscriber.phone_number)).toMatch(/^\d{6}$/)
  const code = await codeSentTo(world, subscriber.phone_number)
  await page.getByRole('group').getByRole('textbox').first().click()
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await page.waitForURL('**/user_dashboard')
  await page.getByText('Use the sidebar for everything else.').waitFor()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('region', { name: 'My Coupon QR' }).getByText('USED', { exact: true }).waitFor()
  await page.getByText('Your sticker works.').waitFor()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await eventually(() => page.locator('form:focus').count()).toBe(1)
  expect(await page.getByLabel('Email').getAttribute('readonly')).not.toBeNull()
  await page.getByLabel('PIN Code').fill('12')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('PIN code must be 6 digits').first().waitFor()
  await page.getByLabel('PIN Code').fill('400001')
  await page.getByLabel('Friend 1 name').fill('Anita')
  await page.getByLabel('Medicines').fill('')
  await page.getByLabel('Allergies').fill('Penicillin')
  await page.getByLabel('Date of birth').fill('06/05/1980')
  await page.keyboard.press('Tab')
  for (const [label, option] of [
    ['Blood group', 'AB-'],
    ['Sex', 'Female'],
  ] as const) {
    await page.getByLabel(label).click()
    await page.getByRole('option', { name: option }).waitFor({ state: 'attached' })
    await page.getByTitle(option, { exact: true }).click()
  }
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Profile updated successfully.').waitFor()
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor()
  await page.getByText('400001').waitFor()
  await page.getByText('Anita').waitFor()
  const stored = await world.db
    .selectFrom('subscriber_profiles')
    .select([
      'pin_code',
      'friend1_name',
      'medicines',
      'spouse_name',
      'allergies',
      'date_of_birth',
      'blood_group',
      'sex',
    ])
    .where('user_id', '=', subscriber.id)
    .executeTakeFirst()
  expect(stored).toEqual({
    pin_code: '400001',
    friend1_name: 'Anita',
    medicines: null,
    spouse_name: 'Meena Kumar',
    allergies: 'Penicillin',
    date_of_birth: '1980-05-06',
    blood_group: 'AB-',
    sex: 'female',
  })
  await page.getByRole('link', { name: 'All Subscribers' }).click()
  const table = page.getByRole('table', { name: 'Subscribers' })
  await table.getByText('Shabnam Kumar').waitFor()
  expect(await table.getByRole('row').count()).toBe(2)
  expect(await page.getByText('Download CSV').count()).toBe(0)
  await page.getByRole('link', { name: 'Manage Coupons' }).click()
  await page.getByRole('table', { name: 'Coupons' }).getByRole('row').nth(1).waitFor()
  expect(await page.getByRole('table', { name: 'Coupons' }).getByRole('row').count()).toBe(2)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/userlogin')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'theme'))).toEqual([])
})
