import { TEXTS } from '@tvarit/shared/contracts/texts'
import { afterEach, expect, test } from 'vitest'
import { createChain } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { activate, createBatch, give } from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, fromMenu, visit } from './browser.ts'

const BRAND_NAME = 'The Emergency Sticker Company of Karnataka'
const world = await fileWorld({ web: true, settings: { BRAND_NAME } })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

test('stickers go from the office to the retailer and are sold, each on an own home page', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const batch = await createBatch(world, admin, 10)

  const office = await visit(browser, world, '/dashboard', { as: admin })
  await office.getByRole('link', { name: 'Stock', exact: true }).click()
  await office.getByRole('button', { name: 'Give', exact: true }).first().click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await dialog.getByText(TEXTS.required).waitFor()
  await dialog.getByRole('combobox', { name: 'Batch' }).click()
  await office.getByText(`Gujarat March (batch ${batch.id}): 10`).click()
  await dialog.getByLabel('Note').fill('By courier')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await office.getByText('10 stickers given').waitFor()
  await office.getByText(`Company to ${super_distributor.first_name} Rao`).waitFor()

  const top = await visit(browser, world, '/super_distributor_dashboard', { as: super_distributor, phone: true })
  await top.getByRole('link', { name: 'Add Distributor' }).waitFor()
  await top.getByRole('link', { name: 'My stock' }).click()
  await top.getByRole('button', { name: 'Give stickers' }).click()
  await top.getByRole('combobox', { name: 'To' }).click()
  await top.getByText(`${distributor.first_name} Rao · ${distributor.firm_name} · Distributor`).click()
  await top.getByRole('dialog').getByText('Numbers', { exact: true }).click()
  await top.getByRole('combobox', { name: 'Batch' }).click()
  await top.getByText(`Gujarat March (batch ${batch.id}): 10`).click()
  await top.getByLabel('From number').fill('3')
  await top.getByLabel('To number').fill('20')
  await top.getByRole('dialog').getByRole('button', { name: 'Give', exact: true }).click()
  await top.getByText('10 of these numbers are not in this stock.').waitFor()
  await top.getByLabel('To number').fill('8')
  await top.getByRole('dialog').getByRole('button', { name: 'Give', exact: true }).click()
  await top.getByText('6 stickers given').waitFor()

  const middle = await visit(browser, world, '/distributor_dashboard', { as: distributor })
  await middle.getByRole('list', { name: 'Stock' }).getByText('6', { exact: true }).waitFor()
  await middle.getByRole('main').getByRole('link', { name: 'My stock' }).click()
  await middle.getByRole('button', { name: 'Give', exact: true }).click()
  await middle.getByText('Serials', { exact: true }).click()
  await middle.getByRole('textbox', { name: 'Serial numbers' }).fill(`${batch.serials[2]}\n${batch.serials[9]}`)
  await middle.getByRole('dialog').getByRole('button', { name: 'Give', exact: true }).click()
  await middle
    .getByText(`One of these cannot change hands (not in this stock, activated or voided): ${batch.serials[9]}`)
    .waitFor()
  await middle.getByRole('textbox', { name: 'Serial numbers' }).fill(`${batch.serials[2]}, ${batch.serials[3]}`)
  await middle.getByRole('dialog').getByRole('button', { name: 'Give', exact: true }).click()
  await middle.getByText('2 stickers given').waitFor()
  await middle.getByText(`${distributor.first_name} Rao to ${retailer.first_name} Rao`).waitFor()
  await middle.getByRole('link', { name: 'Note' }).first().click()
  const note = middle.getByRole('article')
  await note.getByText(`${retailer.first_name} Rao, ${retailer.firm_name}, Retailer`).waitFor()
  await note.getByText('Received by, date and signature').waitFor()
  await middle.emulateMedia({ media: 'print' })
  expect(await middle.getByRole('navigation', { name: 'Main menu' }).isVisible()).toBe(false)
  expect(await middle.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await note.isVisible()).toBe(true)

  await activate(world, batch.serials[2]!)
  const shop = await visit(browser, world, '/retailer_dashboard', { as: retailer, phone: true })
  await shop.getByText('1 in all').waitFor()
  expect(await shop.getByRole('link', { name: 'Register a customer' }).getAttribute('href')).toBe('/register')
  await shop.getByRole('link', { name: 'Sales by month' }).click()
  await shop
    .getByRole('table', { name: /^Who sold in/ })
    .getByText(`${retailer.first_name} Rao`)
    .waitFor()
  const saved = shop.waitForEvent('download')
  await fromMenu(shop, 'Twelve months as CSV', 'Export')
  expect((await saved).suggestedFilename()).toBe('statement.csv')

  const coupon = await world.db
    .selectFrom('coupons')
    .select('id')
    .where('serial_number', '=', batch.serials[2]!)
    .executeTakeFirstOrThrow()
  await office.goto(`${world.url}/coupon-details/${coupon.id}`)
  const trail = office.getByRole('list', { name: 'Where this sticker has been' })
  await trail.getByText('Activated from the stock of').waitFor()
  expect(await trail.getByRole('listitem').count()).toBe(4)
})

test('a partner takes stickers back, and only then the other is removed', async () => {
  const { distributor, retailer } = await createChain(world)
  const batch = await createBatch(world, admin, 2, distributor.id)
  await give(world, distributor, retailer, { bulk_job_id: batch.id })
  const page = await visit(browser, world, '/my-retailer', { as: distributor })
  await page.getByRole('button', { name: `Delete ${retailer.first_name} Rao` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText("2 stickers are still in this partner's stock. Take them back first.").waitFor()
  await page.goto(`${world.url}/my-stock`)
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('combobox', { name: 'Batch' }).click()
  await page.getByText(`Gujarat March (batch ${batch.id}): 2`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await page.getByText('2 stickers taken back').waitFor()
  await eventually(() => page.getByRole('button', { name: 'Take back' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Numbers' }).click()
  await page.getByRole('dialog').getByText('2: 1-2').waitFor()
})

test('an admin gives company stickers from a partner’s page, and lists open by Enter', async () => {
  const { super_distributor, distributor } = await createChain(world)
  const theirs = await createBatch(world, admin, 2, super_distributor.id)
  const batch = await createBatch(world, admin, 3)
  const page = await visit(browser, world, `/stock/${super_distributor.id}`, { as: admin })
  await page.getByRole('button', { name: 'Give', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Batch' }).click()
  await page.getByText(`Gujarat March (batch ${batch.id}): 3`).click()
  expect(await page.getByText(`Gujarat March (batch ${theirs.id}): 2`).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await page.getByText('3 stickers given').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/stock/${distributor.id}`)
})

test('people and transfers are saved as files, and the statement is that of a chosen partner', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const batch = await createBatch(world, admin, 2, retailer.id)
  await give(world, admin, super_distributor, { bulk_job_id: (await createBatch(world, admin, 2)).id })
  await activate(world, batch.serials[0]!)
  const page = await visit(browser, world, '/my-stock', { as: super_distributor })
  for (const [section, file] of [
    ['My distributors', 'people.csv'],
    ['Paper trail', 'moves.csv'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await fromMenu(page.getByRole('region', { name: section }), 'This list as CSV', 'Export')
    expect((await saved).suggestedFilename()).toBe(file)
  }
  await page.getByRole('link', { name: 'Sales by month' }).click()
  await page.getByRole('combobox', { name: 'Partner' }).click()
  await page.getByText(`${distributor.first_name} Rao · ${distributor.firm_name} · Distributor`).click()
  await eventually(() => new URL(page.url()).searchParams.get('holder_id')).toBe(String(distributor.id))
  await page
    .getByRole('table', { name: /^Who sold in/ })
    .getByText(`${retailer.first_name} Rao`)
    .waitFor()
  const asked = page.waitForRequest(/statement\/download/)
  await fromMenu(page, 'Twelve months as CSV', 'Export')
  expect(new URL((await asked).url()).searchParams.get('holder_id')).toBe(String(distributor.id))
})

test('the office makes a batch for a partner, with a name', async () => {
  const { super_distributor } = await createChain(world)
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  await page.getByRole('button', { name: 'Add Bulk Coupon' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number of coupons').fill('3')
  await dialog.getByLabel('Name').fill('Monsoon')
  const owner = dialog.getByRole('combobox', { name: 'For' })
  await owner.fill(super_distributor.phone_number)
  await page
    .getByText(`${super_distributor.first_name} Rao · ${super_distributor.firm_name} · Super Distributor`)
    .click()
  const drawn = await dialog.locator('svg:has(clipPath)').evaluateAll((faces) =>
    faces.flatMap((face) => {
      const edge = face.querySelector('g > rect')!.getBoundingClientRect()
      return [...face.querySelectorAll('text')].map((text) => text.getBoundingClientRect().right <= edge.right + 1)
    }),
  )
  expect([drawn.length > 0, drawn.every(Boolean)]).toEqual([true, true])
  await dialog.getByRole('button', { name: 'Generate' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Monsoon' })
  await row.getByText(`for ${super_distributor.firm_name}`).waitFor()
})
