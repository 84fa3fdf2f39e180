import fs from 'node:fs'
import { startWorker } from '@tvarit/worker/worker'
import { afterEach, expect, test } from 'vitest'
import { failedMessage, failedQueueJob } from '../harness/failures.ts'
import { createPerson, createSticker, createSubscriber, newPhone } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'
import { closeProfiles, codeSentTo, eventually, visit, fileBrowser } from './browser.ts'
import { typeDay } from './fields.ts'

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

test('staff are added with every mistake named, found by search and removed', async () => {
  const page = await visit(browser, world, '/staff-users', { as: admin })
  await page.getByRole('button', { name: 'Add Staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Staff' })
  const add = dialog.getByRole('button', { name: 'Add Staff' })
  await add.click()
  await dialog.getByText('Please fill all required fields', { exact: true }).waitFor()
  await dialog.getByLabel('First Name').fill('Zarina')
  await dialog.getByLabel('Mobile Number').fill(admin.phone_number)
  await dialog.getByLabel('Email').fill('zarina@office.example')
  await dialog.getByRole('textbox', { name: /^Password/ }).fill('lantern-81')
  await dialog.getByRole('textbox', { name: /^Confirm Password/ }).fill('lantern-82')
  await add.click()
  await dialog.getByText('Passwords do not match').waitFor()
  await dialog.getByRole('textbox', { name: /^Confirm Password/ }).fill('lantern-81')
  await add.click()
  await dialog.getByText('Could not add staff. Please try again. Reason: This number is already registered.').waitFor()
  await dialog.getByLabel('Mobile Number').fill(newPhone())
  await add.click()
  await page.getByText('Staff added successfully').waitFor()
  await page.getByRole('searchbox', { name: 'Search by name, email or phone' }).fill('zarina')
  await page.waitForURL(/search=zarina/)
  const table = page.getByRole('table', { name: 'All Staffs' })
  await table.getByRole('cell', { name: 'zarina@office.example' }).waitFor()
  await page.getByRole('button', { name: 'Remove Zarina' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('user Deleted Succussfully').waitFor()
  await page.getByText('No staff found.').waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Page 1 of 1').waitFor()
})

test('an admin who is none any more is told that they may not remove a colleague', async () => {
  const former = await createPerson(world, 'admin', 'Anil')
  await createPerson(world, 'staff', 'Bharti')
  const page = await visit(browser, world, '/staff-users', { as: former })
  await page.getByRole('button', { name: 'Remove Bharti' }).click()
  await world.db.updateTable('users').set({ role: 'staff' }).where('id', '=', former.id).execute()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Failed to delete staff. You might not have permission.').waitFor()
})

test('an admin is added with a password, and nobody can remove themselves', async () => {
  const page = await visit(browser, world, '/admin-users', { as: admin })
  const own = page.getByRole('row', { name: /Meera/ })
  await own.waitFor()
  expect(await own.getByRole('button', { name: /^Remove/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Add Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Admin' })
  await dialog.getByLabel('First Name').fill('Farhan')
  await dialog.getByLabel('Mobile Number').fill(newPhone())
  await dialog.getByLabel('Email').fill('farhan@office.example')
  await dialog.getByRole('button', { name: 'Add Admin' }).click()
  await dialog.getByText('Please fill all required fields including password').waitFor()
  await dialog.getByRole('textbox', { name: /^Password/ }).fill('lantern-81')
  await dialog.getByRole('textbox', { name: /^Confirm Password/ }).fill('lantern-81')
  await dialog.getByLabel('Email').fill(`${admin.phone_number}@test.example`)
  await dialog.getByRole('button', { name: 'Add Admin' }).click()
  await dialog.getByText('Could not add admin. Please try again').waitFor()
  await dialog.getByText('This e-mail address is already registered.').waitFor()
  await dialog.getByLabel('Email').fill('farhan@office.example')
  await dialog.getByRole('button', { name: 'Add Admin' }).click()
  await page.getByText('Admin added successfully').waitFor()
  const row = page.getByRole('row', { name: /Farhan/ })
  await row.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('user Deleted Succussfully').waitFor()
  await row.waitFor({ state: 'detached' })
})

test('a creator coupon is added, deactivated, activated and deleted after a question', async () => {
  const page = await visit(browser, world, '/creator-management', { as: admin })
  await page.getByRole('button', { name: 'Add Coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Coupon' })
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await dialog.getByText('Please fill all fields').waitFor()
  await dialog.getByLabel('Coupon Name').fill('Ravi Vlogs')
  await dialog.getByLabel('Social Media Name').fill('@ravi.vlogs')
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await page.getByText('Coupon added successfully').waitFor()
  const row = page.getByRole('row', { name: /Ravi Vlogs/ })
  await row.getByText(/^RAVI[A-Z]*-[1-9A-Z]{3}$/).waitFor()
  await row.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Coupon deactivated successfully').waitFor()
  await row.getByText('Inactive').waitFor()
  await row.getByRole('button', { name: 'Activate' }).click()
  await page.getByText('Coupon activated successfully').waitFor()
  await row.getByRole('button', { name: 'Delete' }).click()
  const ask = page.getByRole('dialog')
  await ask.getByText('Are you sure you want to delete this coupon? This action cannot be undone.').waitFor()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Coupon deleted successfully').waitFor()
  await page.getByText('No creator coupons found.').waitFor()
})

test('a bulk count above 5,000 is changed with a word about it, and nothing starts before the person pressed again', async () => {
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
  expect(await count.inputValue()).toBe('50')
  await count.fill('3')
  await dialog.getByRole('radio', { name: /Cards/ }).check()
  await dialog.getByRole('button', { name: 'Generate' }).click()
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

test('coupons are searched and filtered in the address, and Back brings the list as it was', async () => {
  const stickers = await Promise.all(Array.from({ length: 27 }, () => createSticker(world)))
  const wanted = stickers[0]!
  const page = await visit(browser, world, '/coupon-management', { as: admin })
  const table = page.getByRole('table', { name: 'Coupons' })
  await table.waitFor()
  await eventually(() => table.getByRole('columnheader').allTextContents()).toEqual([
    '',
    'Serial Number',
    'Coupon Code',
    'QR Code',
    'Status',
    'Actions',
  ])
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/^Page 2 of \d+$/).waitFor()
  // The rows of the first page stay, dimmed, until those of the second are there.
  await page.locator('[aria-busy=false]').getByRole('row').nth(1).waitFor()
  const second = await table.getByRole('row').nth(1).textContent()
  await table.getByRole('link', { name: 'View' }).first().click()
  await page.getByRole('link', { name: 'Back to All Coupons' }).waitFor()
  await page.goBack()
  await page.getByText(/^Page 2 of \d+$/).waitFor()
  await eventually(() => table.getByRole('row').nth(1).textContent()).toBe(second)
  await page.getByRole('searchbox').fill(wanted.serial_number.toLowerCase())
  await page.waitForURL(/search=/)
  await eventually(() => table.getByRole('row').count()).toBe(2)
  await page.getByText('Used', { exact: true }).click()
  await page.getByText('No coupons found.').waitFor()
  await page.reload()
  await page.getByText('No coupons found.').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe(wanted.serial_number.toLowerCase())
})

test('subscribers are found, opened and downloaded; each date limits the other', async () => {
  const subscriber = await createSubscriber(world, { first_name: 'Gurpreet', ends_in_days: -3 })
  const page = await visit(browser, world, '/all-subscribers', { as: await createPerson(world, 'staff') })
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByText('Please select both start and end dates before downloading.').waitFor()
  const csv = page.getByRole('region', { name: 'Download CSV' })
  await typeDay(csv, 'Start date', '2026-01-01')
  await typeDay(csv, 'End date', '2025-12-31')
  await eventually(() => csv.getByLabel('End date').inputValue()).toBe('')
  await typeDay(csv, 'End date', '2026-12-31')
  await typeDay(csv, 'Start date', '2027-01-01')
  await eventually(() => csv.getByLabel('Start date').inputValue()).toBe('01/01/2026')
  const saved = page.waitForEvent('download')
  await csv.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('subscribers.csv')
  const text = fs.readFileSync(await file.path(), 'utf8')
  expect(text).toContain('Gurpreet')
  expect(text).not.toMatch(/SECRET/)
  await page.getByRole('searchbox').fill(subscriber.sticker.serial_number)
  const table = page.getByRole('table', { name: 'Subscribers' })
  await eventually(() => table.getByRole('row').count()).toBe(2)
  await table.getByRole('link', { name: 'View' }).click()
  await page.getByRole('heading', { name: 'Gurpreet Kumar' }).waitFor()
  await page.getByText('Expired').waitFor()
  await page.getByRole('button', { name: 'Copy Spouse mobile' }).click()
  await page.getByText('Spouse mobile copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(subscriber.relatives[0])
  await page.getByRole('link', { name: 'Back to All Subscribers' }).click()
  await page.waitForURL(/\/all-subscribers$/)
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
  await page.getByRole('region', { name: 'My Coupon QR' }).getByText('USED').waitFor()
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

test('a slow answer to an earlier search never replaces the later one', async () => {
  await createSubscriber(world, { first_name: 'Bhaskar' })
  await createSubscriber(world, { first_name: 'Chitra' })
  const page = await visit(browser, world, '/all-subscribers', { as: admin })
  await page.getByRole('table', { name: 'Subscribers' }).waitFor()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/bhaskar/i, async (route) => {
    await held
    await route.continue().catch(() => null)
  })
  await page.getByRole('searchbox').fill('bhaskar')
  await page.waitForRequest(/bhaskar/i)
  await page.getByRole('searchbox').fill('chitra')
  const table = page.getByRole('table', { name: 'Subscribers' })
  await table.getByText('Chitra Kumar').waitFor()
  await eventually(() => table.getByRole('row').count()).toBe(2)
  release()
  await page.unroute(/bhaskar/i)
  await page.getByRole('searchbox').fill('chitra k')
  await page.waitForURL(/chitra\+k/)
  await table.getByText('Chitra Kumar').waitFor()
  expect(await table.getByText('Bhaskar Kumar').count()).toBe(0)
})

test('what has failed is started again from the operations page: one message, all of a kind, a job', async () => {
  for (const _ of [1, 2, 3]) await failedMessage(world)
  await failedQueueJob(world)
  await world.db
    .insertInto('processes')
    .values({
      id: crypto.randomUUID(),
      kind: 'worker',
      host: 'lost',
      pid: 1,
      version: '0',
      seen_at: new Date(Date.now() - 60_000),
    })
    .execute()
  const page = await visit(browser, world, '/ops', { as: admin })
  await page
    .getByRole('row')
    .filter({ hasText: 'lost' })
    .getByText('Its log says why it stopped; start it again.')
    .waitFor()
  const failed = page.getByRole('region', { name: 'Failed messages' })
  await failed.getByText('The newest 3, one by one').click()
  await failed.getByRole('button', { name: 'Send again', exact: true }).first().click()
  await failed.getByRole('button', { name: 'Send all 2 again' }).click()
  await failed.getByText('No message has failed.').waitFor()
  const jobs = page.getByRole('region', { name: 'Failed jobs' })
  await jobs.getByRole('button', { name: 'Start again' }).click()
  await jobs.getByText('No job has failed.').waitFor()
  const sent = world.db.selectFrom('messages').where('state', '=', 'sent').where('template', '=', 'screens_back')
  await until('all three are sent', async () => (await sent.select('id').execute()).length === 3)
})

test('without a worker the operations page says what that means, until one lives again', async () => {
  const alone = await createWorld({ web: true, worker: false })
  try {
    const dead = { id: crypto.randomUUID(), kind: 'worker' as const, host: 'lost', pid: 1, version: '0' }
    await alone.db
      .insertInto('processes')
      .values({ ...dead, seen_at: new Date(Date.now() - 60_000) })
      .execute()
    const page = await visit(browser, alone, '/ops', { as: await createPerson(alone, 'admin') })
    const sentence = page.getByText('No worker lives: nobody is told of alerts and nothing escalates. Start one.')
    await sentence.waitFor()
    const worker = startWorker(alone.config, alone.ctx().log)
    try {
      await page.getByRole('table', { name: 'Queues' }).waitFor()
      expect(await sentence.count()).toBe(0)
    } finally {
      await worker.stop()
    }
  } finally {
    await alone.stop()
  }
})
