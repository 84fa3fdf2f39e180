import { addOverride } from '@tvarit/shared/domain/on-call/rota/add-override'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { fileBrowser, visit } from '../journeys/browser.ts'
import { choose } from '../journeys/fields.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'
import { ASHA, HOUR, onCallCalls, RAVI } from '../harness/on-call.ts'
import type { Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const { begin, as, add, idOf, rota } = onCallCalls(world)

let admin: Person
beforeEach(async () => {
  admin = await begin()
  await add(ASHA, RAVI)
})
const open = () => visit(browser, world, '/on-call', { as: admin })
const calendar = (page: Page) => page.getByRole('table', { name: 'On call in four weeks' })
const shifts = (page: Page, name: RegExp) => calendar(page).getByRole('button', { name })

test('without a rota one sentence says that everybody is called, with the way to a rota', async () => {
  const page = await open()
  await page.getByText('There is no rota: everybody on the list is called at once.').waitFor()
  expect(await calendar(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Make a rota' }).waitFor()
  await page.getByText(/^name: Asha; number: XXXXXX\d{4}$/).waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
})

test('a rota of two takes turns by weeks, and an override is a part of its shift', async () => {
  await rota(ASHA, RAVI)
  const now = Date.now()
  const [from, to] = [now + 24 * HOUR, now + 25 * HOUR].map((at) => new Date(at).toISOString())
  await addOverride({
    ctx: as(),
    input: { person_id: await idOf(RAVI), from: from!, to: to!, request_id: crypto.randomUUID() },
  })
  const page = await open()
  await shifts(page, /Ravi override/)
    .first()
    .waitFor()
  expect(await shifts(page, /No person named/).count()).toBe(0)
  expect(await shifts(page, / Ravi$/).count()).toBeGreaterThan(12)
  expect(await shifts(page, / Asha$/).count()).toBeGreaterThan(12)
  expect(await problemsInEveryLook(page)).toEqual([])
})

test('by keyboard a night gets another person, and the rota’s again without the override', async () => {
  await rota(ASHA)
  const page = await open()
  await page.getByRole('button', { name: 'Four weeks later' }).focus()
  await page.keyboard.press('Enter')
  const night = shifts(page, /^Wed .* Night/).nth(1)
  const day = /\d\d \w{3}/.exec((await night.textContent())!)![0]
  const name = new RegExp(`^Wed ${day} Night \\d\\d:\\d\\d to \\d\\d:\\d\\d`)
  await night.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await choose(dialog, 'Person', 'Ravi')
  await dialog.getByRole('button', { name: 'Add override' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await shifts(page, new RegExp(`${name.source} Ravi override$`)).press('Enter')
  await dialog.getByRole('button', { name: 'Remove the override of Ravi' }).click()
  await dialog.getByRole('list', { name: 'Overrides of this shift' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await shifts(page, new RegExp(`${name.source} Asha$`)).waitFor()
})
