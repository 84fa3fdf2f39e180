import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPerson, newPhone } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { fileBrowser, visit } from './browser.ts'
import { faults } from './viewports.ts'
import { choose } from './fields.ts'

const world = await fileWorld({ web: true, settings: { ON_CALL_NUMBERS: newPhone() } })
const browser = await fileBrowser()

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function addPerson(page: Page, name: string, phone: string, language?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add person' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Mobile number').fill(phone)
  if (language) await choose(dialog, 'Language', language)
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('an admin makes a list and a rota, sees who is on call, and watches a test call', async () => {
  const admin = await createPerson(world, 'admin', 'Meera')
  const page = await visit(browser, world, '/on-call', { as: admin })
  await addPerson(page, 'Asha Rao', newPhone(), 'Kannada')
  await addPerson(page, 'Ravi Kumar', newPhone())
  await card(page, 'Rota').getByText('everybody on the list is called at once').waitFor()

  await page.getByRole('button', { name: 'Make a rota' }).click()
  const rota = page.getByRole('dialog', { name: 'Weekly rota' })
  await rota.getByLabel('Order of people').click()
  for (const name of ['Ravi Kumar', 'Asha Rao'])
    await page
      .locator('.ant-select-item-option')
      .and(page.getByTitle(name, { exact: true }))
      .click()
  await rota.getByLabel('At (India time)').fill('00:00')
  await rota.getByLabel('At (India time)').press('Tab')
  await rota.getByRole('button', { name: 'Save' }).click()
  await rota.waitFor({ state: 'hidden' })
  await card(page, 'On call now')
    .getByText(/From .*, 00:00: Asha Rao/)
    .waitFor()
  await card(page, 'Rota').getByText('Handover every Monday at 00:00, India time.').waitFor()

  await page.getByRole('button', { name: 'Test call to Asha Rao' }).click()
  await card(page, 'People')
    .getByRole('row', { name: /Asha Rao/ })
    .getByText('Calling')
    .waitFor()
  await card(page, 'Who was called').getByText('Test call').waitFor()
  await card(page, 'Changes').getByText('Set the on-call rota').waitFor()
  expect(faults(page)).toEqual([])
})

test('an override puts a person on call at once, and the last person stays on the list', async () => {
  const admin = await createPerson(world, 'admin', 'Meera')
  await world.empty('on_call_people')
  const page = await visit(browser, world, '/on-call', { as: admin })
  await addPerson(page, 'Asha Rao', newPhone())
  await page.getByRole('button', { name: 'Remove Asha Rao' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Asha Rao?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await question.getByText('Add another person first: an alert must find a number to call.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await addPerson(page, 'Ravi Kumar', newPhone())
  await page.getByRole('button', { name: 'Add override' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add override' })
  await dialog.getByRole('button', { name: 'Add override' }).click()
  await dialog.getByText('This field is required').waitFor()
  await choose(dialog, 'Person', 'Ravi Kumar')
  await dialog.getByRole('button', { name: 'Add override' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await card(page, 'Rota')
    .getByRole('button', { name: /Ravi Kumar override/ })
    .first()
    .waitFor()
  await card(page, 'On call now').getByText('Ravi Kumar').waitFor()
  expect(await card(page, 'On call now').getByText('Asha Rao').count()).toBe(0)
})

test('staff have no such page', async () => {
  const staff = await createPerson(world, 'staff', 'Asha')
  const page = await visit(browser, world, '/on-call', { as: staff })
  await page.getByText('You do not have permission').first().waitFor()
  expect(await page.getByRole('link', { name: 'On call' }).count()).toBe(0)
})
