import type { Locator } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { auditOf, createChain } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, visit, fileBrowser } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement)

test('an admin sees a number after giving a reason, until the page is left', async () => {
  const { distributor } = await createChain(world)
  const admin = await createPerson(world, 'admin')
  const page = await visit(browser, world, `/distributor/${distributor.id}`, { as: admin })
  await page.getByText('This does not look like an Aadhaar number. Check it again.').waitFor()
  await page.getByRole('button', { name: 'Reveal Aadhar Number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reveal Aadhar Number' })
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await dialog.getByText('Say in a few words why you need to see it.').waitFor()
  await dialog.getByLabel('Reason').fill('Check by the bank')
  await page.keyboard.press('Enter')
  await eventually(() => isFocused(page.getByText(distributor.numbers.aadhar_number))).toBe(true)
  await page.getByRole('button', { name: 'Copy Aadhar Number' }).click()
  await page.getByText('Aadhar Number copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(distributor.numbers.aadhar_number)
  expect(await auditOf(world, distributor.id, 'identity.revealed')).toEqual([
    { actor_id: admin.id, detail: { field: 'aadhar_number', reason: 'Check by the bank' } },
  ])

  await page.getByRole('link', { name: 'Back to Distributors' }).click()
  await page.getByRole('link', { name: 'Add Distributor' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Reveal Aadhar Number' }).waitFor()
  expect(await page.getByText(distributor.numbers.aadhar_number).count()).toBe(0)
})

test('registering a sales partner shows until when the first password logs in', async () => {
  const { super_distributor, distributor } = await createChain(world)
  const password_expires_at = new Date('2099-01-02T03:04:05Z')
  await world.db.updateTable('users').set({ password_expires_at }).where('id', '=', distributor.id).execute()
  const page = await visit(browser, world, '/my-distributor', { as: super_distributor })
  await page.getByText('First password until 02 Jan 2099, 08:34', { exact: true }).waitFor()
})

test('a person with people below is deleted only after them, and the error says why', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const page = await visit(browser, world, '/my-distributor', { as: super_distributor })
  const remove = page.getByRole('button', { name: `Delete ${distributor.first_name} Rao` })
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
  await remove.click()
  await confirm.click()
  await page.getByRole('dialog').getByText('One person is registered below and must be removed first.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const below = await visit(browser, world, '/my-retailer', { as: distributor })
  await below.getByRole('button', { name: `Delete ${retailer.first_name} Rao` }).click()
  await below.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await below.getByText('Retailer deleted successfully').waitFor()
  await below.getByText('No retailers found').waitFor()

  await remove.click()
  await confirm.click()
  await page.getByText('Distributor deleted successfully').waitFor()
  await page.getByText('No distributors found').waitFor()
  await eventually(() => isFocused(page.getByRole('main'))).toBe(true)
})

test('a person who may not delete any more is informed', async () => {
  const { super_distributor, distributor } = await createChain(world)
  const page = await visit(browser, world, '/my-distributor', { as: super_distributor })
  await page.getByRole('button', { name: `Delete ${distributor.first_name} Rao` }).click()
  await world.db.updateTable('users').set({ role: 'retailer' }).where('id', '=', super_distributor.id).execute()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('Failed to delete distributor. You might not have permission.').waitFor()
})

test('a super distributor sees the retailers of their distributors and cannot delete them', async () => {
  const { super_distributor, retailer } = await createChain(world)
  const page = await visit(browser, world, '/retailer', { as: super_distributor })
  const rows = page.getByRole('table', { name: 'Retailers' }).getByRole('row')
  await page.getByRole('row', { name: `${retailer.first_name} Rao` }).waitFor()
  expect(await rows.count()).toBe(2)
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Add Retailer' }).count()).toBe(0)
})

test('a retailer sees the own papers and not those of the distributor', async () => {
  const { distributor, retailer } = await createChain(world)
  const page = await visit(browser, world, '/retailer_dashboard', { as: retailer })
  await page.goto(`${world.url}/distributor/${distributor.id}`)
  await page.getByText('Distributor not found').waitFor()
  await page.goto(`${world.url}/retailer/${retailer.id}`)
  await page.getByRole('heading', { name: 'Retailer Details' }).waitFor()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.waitForURL('**/retailer_dashboard')
})

test('details say when a person is not there, is of another level, or could not be loaded', async () => {
  const { distributor } = await createChain(world)
  const page = await visit(browser, world, `/retailer/${distributor.id}`, { as: await createPerson(world, 'admin') })
  await page.getByText('Retailer not found').waitFor()
  await page.goto(`${world.url}/super-distributor/0`)
  await page.getByText('Distributor not found').waitFor()
  const loading = page.getByText('Loading distributor details...')
  await page.route('**/trpc/*chain.get**', async (route) => {
    await loading.waitFor()
    await route.abort()
  })
  await page.goto(`${world.url}/distributor/${distributor.id}`)
  await page.getByText('Failed to load distributor data').waitFor()
  await page.unroute('**/trpc/*chain.get**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Distributor Details' }).waitFor()
  expect(await page.getByText('No PAN uploaded').count()).toBe(1)
})
