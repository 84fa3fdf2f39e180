import { spokenCode } from '@tvarit/shared/contracts/codes'
import { afterEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSticker, createSubscriber, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'
import { faults } from '../journeys/viewports.ts'

const world = await fileWorld({ web: true, worker: false, settings: { TRUST_PROXY: '1' } })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

test('a sticker is voided with a reason and replaced, and each page leads to the other', async () => {
  const { sticker } = await createSubscriber(world, { first_name: 'Farida' })
  const page = await visit(browser, world, `/coupon-details/${sticker.id}`, { as: admin })
  await page.getByRole('button', { name: 'Void sticker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Void sticker' })
  await dialog.getByText('The old sticker still raises an alert when a person scans it.').waitFor()
  expect(await dialog.getByRole('checkbox', { name: 'Make a replacement sticker' }).isChecked()).toBe(true)
  const submit = dialog.getByRole('button', { name: 'Void sticker' })
  await submit.click()
  await dialog.getByText('Say why in 3 to 200 characters.').waitFor()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  expect(await reason.getAttribute('aria-invalid')).toBe('true')
  await reason.fill('  no ')
  await submit.click()
  await dialog.getByText('Say why in 3 to 200 characters.').waitFor()
  await dialog.getByRole('button', { name: 'Stolen' }).click()
  await eventually(() => reason.inputValue()).toBe('Stolen')
  await eventually(() => dialog.getByText('Say why in 3 to 200 characters.').count()).toBe(0)
  await submit.click()
  await page.getByText(/^Replacement sticker \S+ is ready$/).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('VOID', { exact: true }).waitFor()
  const card = page.getByRole('region', { name: 'Coupon' })
  await card.getByText('Stolen').waitFor()
  await card.getByText('Meera Rao').waitFor()
  await page.getByRole('button', { name: 'Download QR' }).waitFor()
  expect(await page.getByRole('button', { name: 'Void sticker' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Make a replacement' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Open the replacement' }).click()
  await page.getByRole('region', { name: 'Assigned user' }).getByText('Farida Kumar').waitFor()
  await card.getByRole('link', { name: spokenCode(sticker.serial_number) }).click()
  await page.getByRole('heading', { name: spokenCode(sticker.serial_number) }).waitFor()
  await page.goto(`${world.url}/coupon-management?search=${sticker.serial_number}`)
  await page.getByRole('table', { name: 'Coupons' }).getByText('VOID', { exact: true }).waitFor()
  expect(faults(page)).toEqual([])
})

test('a sticker that was voided without a replacement gets one later', async () => {
  const sticker = await createSticker(world)
  const page = await visit(browser, world, `/coupon-details/${sticker.id}`, { as: admin })
  await page.getByRole('button', { name: 'Void sticker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Void sticker' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Fell off the helmet')
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Void sticker' }).click()
  await page.getByText('Sticker voided').waitFor()
  await page.getByRole('button', { name: 'Make a replacement' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a replacement' }).click()
  await page.getByRole('link', { name: 'Open the replacement' }).waitFor()
  await page.getByRole('region', { name: 'Coupon' }).getByText('Fell off the helmet').waitFor()
})

test('a person who voids a sticker after a colleague is informed and sees what the colleague did', async () => {
  const sticker = await createSticker(world)
  const page = await visit(browser, world, `/coupon-details/${sticker.id}`, { as: admin })
  await page.getByRole('button', { name: 'Void sticker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Void sticker' })
  await dialog.getByRole('button', { name: 'Lost' }).click()
  const other = await createPerson(world, 'admin', 'Farhan')
  await call(world.url, `/api/coupons/${sticker.id}/void/`, { body: { reason: 'Damaged' }, access: other.access })
  await dialog.getByRole('button', { name: 'Void sticker' }).click()
  await dialog.getByText('This sticker is voided already.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const card = page.getByRole('region', { name: 'Coupon' })
  await card.getByText('Farhan Rao').waitFor()
  await card.getByText('Damaged').waitFor()
})

test('a subscriber sees the own sticker without Void, and VOID on one that was voided', async () => {
  const { id, sticker } = await createSubscriber(world)
  const me = await signIn(world, id)
  const page = await visit(browser, world, `/coupon-details/${sticker.id}`, { as: me })
  await page.getByRole('button', { name: 'Download QR' }).waitFor()
  expect(await page.getByRole('button', { name: 'Void sticker' }).count()).toBe(0)
  const body = { reason: 'Private remark', replace: false }
  await call(world.url, `/api/coupons/${sticker.id}/void/`, { body, access: admin.access })
  await page.reload()
  await page.getByText('VOID', { exact: true }).waitFor()
  expect(await page.getByText('Private remark').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Make a replacement' }).count()).toBe(0)
  await page.goto(`${world.url}/profile`)
  await page.getByRole('region', { name: 'My Coupon QR' }).getByText('VOID', { exact: true }).waitFor()
})

test('no replacement is offered for the sticker of an erased person', async () => {
  const { id, sticker } = await createSubscriber(world)
  const body = { confirmation: 'ERASE', reason: 'Asked by letter' }
  expect((await call(world.url, `/api/users/${id}/erase/`, { body, access: admin.access })).status).toBe(200)
  const page = await visit(browser, world, `/coupon-details/${sticker.id}`, { as: admin })
  await page.getByText('VOID', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Download QR' }).waitFor()
  expect(await page.getByRole('button', { name: 'Make a replacement' }).count()).toBe(0)
})
