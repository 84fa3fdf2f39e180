import { expect, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { eventually, fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin')

const creators = () => world.db.selectFrom('creator_coupons').select(['start_date', 'end_date']).execute()

test('a day in any common spelling is the one that is saved, and what is no day is not sent', async () => {
  const page = await visit(browser, world, '/creator-management', { as: admin })
  await page.getByRole('button', { name: /Add/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Coupon Name').fill('Meera')
  await dialog.getByLabel('Social Media Name').fill('@meera')
  const [start, end] = [dialog.getByLabel('Start Date'), dialog.getByLabel('End Date')]
  await start.fill('1 Jan 2027')
  await start.press('Tab')
  await eventually(() => start.inputValue()).toBe('01/01/2027')
  for (const [wrong, text] of [
    ['31/02/2027', 'Enter a day like 31/12/2026.'],
    ['soon', 'Enter a day like 31/12/2026.'],
    ['2026-12-31', 'Choose a day from 01 Jan 2027 on.'],
  ] as const) {
    const answered = page.waitForResponse(/creatorCoupons\.add/)
    await end.fill(wrong)
    await end.press('Enter')
    await answered
    // Also after the server has said what it thinks of it, and what was typed stays, so that it can be mended.
    await dialog.getByText(text).waitFor()
    expect([wrong, await end.inputValue(), await creators()]).toEqual([wrong, wrong, []])
  }
  await end.fill('२८/२/27')
  await end.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await creators()).toEqual([{ start_date: '2027-01-01', end_date: '2027-02-28' }])
})
