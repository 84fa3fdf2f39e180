import type { Locator } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit, visitOnPhone } from '../journeys/browser.ts'

const world = await fileWorld({ worker: false, web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

/** One character for a person, four for a computer. */
const LETTER = 'श्री'

/** Pastes so many characters and says what stands in the field, what the field says, and whether it is marked. */
async function paste(field: Locator, count: number) {
  await field.fill(LETTER.repeat(count))
  return field.evaluate((input: HTMLInputElement) => ({
    kept: input.value.length / 4,
    wrong: input.getAttribute('aria-invalid') === 'true',
    said: (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim(),
  }))
}

test('registration: a field keeps all pasted text and counts characters left or too many', async () => {
  const page = await visit(browser, world, '/register')
  const name = page.getByLabel('First Name')
  expect(await paste(name, 12)).toEqual({ kept: 12, wrong: false, said: '' })
  expect(await paste(name, 18)).toEqual({ kept: 18, wrong: false, said: '2 characters left' })
  expect(await paste(name, 23)).toEqual({ kept: 23, wrong: true, said: '3 characters too many. At most 20.' })
  expect(await paste(page.getByLabel('Allergies'), 190)).toMatchObject({ kept: 190, said: '10 characters left' })
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('[maxlength]:not([inputmode=numeric])').count()).toBe(0)
})

test('office: dialogs, several lines and searches count the same and cut nothing', async () => {
  const page = await visit(browser, world, '/staff-users', { as: admin })
  const search = page.getByRole('searchbox')
  await search.fill(LETTER.repeat(104))
  await page.getByText('104 / 100').waitFor()
  expect((await search.inputValue()).length).toBe(4 * 104)
  await search.fill('')
  await page.getByRole('button', { name: 'Add Staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Staff' })
  expect(await paste(dialog.getByLabel('First Name'), 20)).toMatchObject({ wrong: false, said: '0 characters left' })
  expect(await paste(dialog.getByLabel('First Name'), 21)).toEqual({
    kept: 21,
    wrong: true,
    said: '1 character too many. At most 20.',
  })
  const password = dialog.getByRole('textbox', { name: /^Password/ })
  expect(await paste(password, 25)).toMatchObject({ kept: 25, wrong: true })
  expect(await page.locator('[maxlength]').count()).toBe(0)
})

test('bystander: the description of the place counts to 120 and sends its first 120 characters', async () => {
  const { sticker } = await createSubscriber(world)
  const page = await visitOnPhone(browser, `${world.url}/s/${sticker.token}`)
  const field = page.locator('#landmark')
  expect((await paste(field, 0)).said).toBe('≤ 120')
  expect(await paste(field, 118)).toMatchObject({ kept: 118, said: '118 / 120' })
  expect(await paste(field, 125)).toMatchObject({ kept: 125, said: '125 / 120' })
  await page.locator('#form button').click()
  await page.waitForURL(/\/a\/[\w-]+/)
  const { landmark } = await world.db.selectFrom('alerts').select('landmark').executeTakeFirstOrThrow()
  expect(landmark).toBe(LETTER.repeat(120))
  const again = page.locator('#landmark')
  expect(await paste(again, 121)).toMatchObject({ kept: 121, said: '121 / 120' })
})
