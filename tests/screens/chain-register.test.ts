import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createChainMember, PDF, photo, subordinateFields } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, visit, fileBrowser } from '../journeys/browser.ts'
import { choose, typeDay } from '../journeys/fields.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const picture = Buffer.from(await (await photo()).arrayBuffer())

afterEach(() => closeProfiles(browser))

const LABELS = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  phone_number: 'Mobile Number',
  firm_name: 'Firm Name',
  address: 'Address',
  district: 'District',
  pin_code: 'PIN Code',
  bank_account_number: 'Account Number',
  ifsc_code: 'IFSC Code',
  bank_name: 'Bank Name',
  bank_branch: 'Branch',
  aadhar_number: 'Aadhar Number',
  pan_number: 'PAN Number',
  gst_number: 'GST Number',
} as const

const PAPERS = ['Aadhar (PDF)', 'PAN (PDF)', 'GSTIN (PDF)']

/** The control with a label; buttons that name it (Remove, Show) are others. */
const field = (page: Page, label: string) =>
  page.getByRole('main').getByLabel(label).and(page.locator('input, textarea, select'))
const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement)
const register = (page: Page) => page.getByRole('button', { name: 'Register' }).click()

const attach = (page: Page, label: string, name: string, mimeType: string, buffer: Buffer) =>
  field(page, label).setInputFiles({ name, mimeType, buffer })

/** Everything a new member needs, typed and attached as a person would. */
async function fill(page: Page, fields = subordinateFields()) {
  for (const [name, label] of Object.entries(LABELS)) {
    await field(page, label).fill(fields[name as keyof typeof LABELS])
  }
  await field(page, 'Password').fill(fields.password)
  await typeDay(page, 'Date of Birth', fields.date_of_birth)
  await choose(page, 'State', fields.state)
  await attach(page, 'Photo', 'me.jpg', 'image/jpeg', picture)
  for (const label of PAPERS) await attach(page, label, 'paper.pdf', 'application/pdf', PDF)
  return fields
}

const idOf = async (phone_number: string): Promise<number> =>
  (await world.db.selectFrom('users').select('id').where('phone_number', '=', phone_number).executeTakeFirstOrThrow())
    .id

test('a super distributor registers a distributor with all papers and finds them, numbers masked', async () => {
  const page = await visit(browser, world, '/my-distributor', {
    as: await createChainMember(world, 'super_distributor'),
  })
  await page.getByText('No distributors found').waitFor()
  await page.getByRole('link', { name: 'Add Distributor' }).click()
  expect(await page.getByLabel('Belongs to').count()).toBe(0)
  const fields = await fill(page, { ...subordinateFields(), aadhar_number: '2341-2341 2346', pan_number: 'aapfu0939f' })
  await register(page)
  await page.getByText('Subordinate registered successfully!').waitFor()
  await page.waitForURL('**/my-distributor')

  await page.getByLabel('Search by name, email, phone or firm').fill('hegde auto')
  await page.waitForURL('**search=**')
  const row = page.getByRole('row', { name: fields.email })
  expect(await row.innerText()).toContain('Hegde Auto Accessories')
  await row.getByRole('link', { name: 'View' }).click()
  await page.getByRole('heading', { name: 'Distributor Details' }).waitFor()
  const papers = page.getByRole('region', { name: 'Personal & Firm Information' })
  await papers.getByText('XXXX XXXX 2346').waitFor()
  await papers.getByText('AAPFUXXXXF', { exact: true }).waitFor()
  await papers.getByText('41, JC Road, Bengaluru Urban, Karnataka, 560027').waitFor()
  await page.getByText('XXXXXXXX9012').waitFor()
  expect(await page.getByRole('button', { name: 'Reveal' }).count()).toBe(0)
  await eventually(() => page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Aadhar/ }).click()
  expect((await download).suggestedFilename()).toBe(`aadhar-${await idOf(fields.phone_number)}.pdf`)
  await page.getByRole('link', { name: 'Back to Distributors' }).click()
  await page.waitForURL('**/distributor')
})

test('form errors are announced, the first field gets the focus and input stays', async () => {
  const page = await visit(browser, world, '/distributors/add', {
    as: await createChainMember(world, 'super_distributor'),
  })
  await register(page)
  await eventually(() => page.getByText('This field is required').count()).toBe(22)
  await page.getByRole('alert').getByText('22 fields need your attention.').waitFor()
  await eventually(() => isFocused(page.getByRole('button', { name: 'Choose file: Photo' }))).toBe(true)
  expect(await problemsInEveryLook(page)).toEqual([])

  await fill(page)
  // A file is looked into before its mistake is taken back.
  await eventually(() => page.getByRole('alert').count()).toBe(0)
  await field(page, 'Mobile Number').fill('98765')
  await field(page, 'Aadhar Number').fill('1234 5678')
  await field(page, 'PIN Code').fill('5600')
  await attach(page, 'Photo', 'me.gif', 'image/gif', picture)
  await attach(page, 'PAN (PDF)', 'paper.txt', 'text/plain', Buffer.from('no pdf'))
  await register(page)
  for (const text of [
    'Mobile number must be 10 digits',
    'Aadhar number must be 12 digits',
    'PIN code must be 6 digits',
    'The photo must be a PNG or JPG image.',
    'The file must be a PDF.',
  ]) {
    await page.getByText(text).waitFor()
  }
  await page.getByRole('alert').getByText('5 fields need your attention.').waitFor()
  expect(await field(page, 'First Name').inputValue()).toBe('Nandini')

  await page.getByRole('button', { name: 'Clear' }).click()
  await eventually(() => field(page, 'First Name').inputValue()).toBe('')
  await eventually(() => field(page, 'GSTIN (PDF)').inputValue()).toBe('')
  await eventually(() => page.getByRole('alert').count()).toBe(0)
})

test('a number that only looks wrong is said in time and stops nobody', async () => {
  const page = await visit(browser, world, '/retailers/add', { as: await createChainMember(world, 'distributor') })
  const { phone_number } = await fill(page, {
    ...subordinateFields(),
    aadhar_number: '234123412347',
    pan_number: 'AAPFU0939G',
    bank_account_number: '1234',
  })
  await page.getByText('This does not look like an Aadhaar number. Check it again.').waitFor()
  await page.getByText('The PAN inside this GSTIN is another one than above.').waitFor()
  await page.getByText('Account numbers have 9 to 18 digits.').waitFor()
  await register(page)
  await page.waitForURL('**/retailer')

  const admin = await visit(browser, world, `/retailer/${await idOf(phone_number)}`, {
    as: await createPerson(world, 'admin'),
  })
  await admin.getByText('The PAN inside this GSTIN is another one than above.').waitFor()
  await admin.getByRole('link', { name: 'Back to My Retailers' }).click()
  await admin.waitForURL('**/my-retailer')
})

test('what the server rejects stands under its field, or in its own words', async () => {
  const by = await createChainMember(world, 'super_distributor')
  const page = await visit(browser, world, '/distributors/add', { as: by })
  await fill(page, { ...subordinateFields(), phone_number: by.phone_number })
  await register(page)
  await page.getByText('This number is already registered.').waitFor()
  await eventually(() => isFocused(field(page, 'Mobile Number'))).toBe(true)

  await field(page, 'Mobile Number').fill('9000011122')
  await attach(page, 'GSTIN (PDF)', 'fake.pdf', 'application/pdf', Buffer.from('GIF89a'))
  await register(page)
  await page.getByText('The file must be a PDF.').waitFor()

  await attach(page, 'GSTIN (PDF)', 'paper.pdf', 'application/pdf', PDF)
  await world.db.updateTable('users').set({ role: 'retailer' }).where('id', '=', by.id).execute()
  await register(page)
  await page.getByRole('alert').getByText('You do not have permission to do this.').waitFor()
})

test('an admin says whom a distributor belongs to', async () => {
  const parent = await createChainMember(world, 'super_distributor')
  const page = await visit(browser, world, '/distributors/add', { as: await createPerson(world, 'admin') })
  const fields = await fill(page)
  await register(page)
  await page.getByText('Choose who this person belongs to.').waitFor()
  const choice = page.getByRole('combobox', { name: 'Belongs to' })
  await eventually(() => isFocused(choice)).toBe(true)
  await choice.pressSequentially(parent.phone_number)
  // Too early: what was found before must not be taken.
  await page.keyboard.press('Enter')
  // It closes the list and empties the field, a moment later: typing before that would be swept away.
  await eventually(() => choice.inputValue()).toBe('')
  await choice.fill(parent.phone_number)
  await page.getByTitle(parent.firm_name).waitFor()
  await page.keyboard.press('Enter')
  await register(page)
  await page.waitForURL('**/my-distributor')
  const member = await world.db
    .selectFrom('users')
    .select(['parent_id', 'role'])
    .where('phone_number', '=', fields.phone_number)
    .executeTakeFirstOrThrow()
  expect(member).toEqual({ parent_id: parent.id, role: 'distributor' })
})

test('a paper can be downloaded after its link has run out', async () => {
  const by = await createChainMember(world, 'super_distributor')
  const form = await visit(browser, world, '/distributors/add', { as: by })
  const { phone_number } = await fill(form)
  await register(form)
  await form.waitForURL('**/my-distributor')
  let reads = 0
  await form.route('**/trpc/*chain.get**', async (route) => {
    reads++
    const answer = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ body: (await answer.text()).replaceAll(/expires=\d+/g, reads === 1 ? 'expires=1' : '$&') })
  })
  await form.goto(`${world.url}/distributor/${await idOf(phone_number)}`)
  const download = form.waitForEvent('download')
  await form.getByRole('link', { name: /^PAN/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^pan-\d+\.pdf$/)
  expect(reads).toBe(2)
})
