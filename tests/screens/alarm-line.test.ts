import { expect, test } from 'vitest'
import { alertBar, freshConsoles } from '../journeys/fresh-consoles.ts'
import { eventually, silentPage, sirens } from '../journeys/browser.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

const at = await freshConsoles()
const { raise, open, board } = at
/** From the first width on that has room for the alert beside its list. */
const WIDTHS = [1200, 1280, 1366, 1440, 2560]

test('on other pages the alarm is one line of 48 px, and keeps the rows that it was asked for', async () => {
  const page = await board(at.asha, '/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await raise('Ravi')
  await raise('Sita')
  const row = (name: string) => alertBar(page).getByRole('listitem').filter({ hasText: name })
  await alertBar(page).getByText('2 alerts').waitFor()
  // The oldest, with its wait.
  await row('Ravi Kumar').getByText('Bengaluru').waitFor()
  await row('Ravi Kumar')
    .getByRole('timer')
    .getByText(/^0:\d\d$/)
    .waitFor()
  expect(await row('Sita Kumar').count()).toBe(0)
  const height = async () => (await alertBar(page).boundingBox())!.height
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await eventually(height).toBe(48)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await alertBar(page).getByRole('button', { name: 'Show' }).click()
  await row('Sita Kumar').getByRole('button', { name: 'Claim' }).click()
  await row('Sita Kumar').waitFor({ state: 'detached' })
  await raise('Kavya')
  await row('Kavya Kumar').waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
  await alertBar(page).getByRole('button', { name: 'Shrink' }).click()
  await raise('Meena')
  await alertBar(page).getByText('3 alerts').waitFor()
  expect(await row('Meena Kumar').count()).toBe(0)
  expect(await sirens(page)).toBe(1)
  await page.reload()
  await alertBar(page).getByText('3 alerts').waitFor()
  expect(await row('Meena Kumar').count()).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await row('Ravi Kumar').getByRole('link', { name: 'Open Ravi Kumar' }).click()
  await page.getByRole('heading', { name: 'Ravi Kumar', level: 1 }).waitFor()
})

test('the question for sound is a part of the line', async () => {
  const page = await silentPage(await open(at.asha, '/all-subscribers'))
  const question = page.getByRole('dialog', { name: 'Enable Sound Notifications?' })
  await question.waitFor()
  await raise('Ravi')
  await alertBar(page).waitFor()
  const [of_question, of_alarm] = [await question.boundingBox(), await alertBar(page).boundingBox()]
  expect([of_question!.y, of_question!.height]).toEqual([of_alarm!.y, 48])
})

test('the first alert moves nothing of the toolbar of the board but the end of its search', async () => {
  const page = await silentPage(await open(at.asha))
  const question = page.getByRole('dialog', { name: 'Enable Sound Notifications?' })
  const toolbar = page.locator('[data-holds-bar]')
  const placesOf = async () => {
    const parts = [
      toolbar.getByRole('searchbox'),
      question.getByText('Enable', { exact: true }),
      ...(await buttons().all()),
    ]
    return Promise.all(parts.map(async (part) => (await part.boundingBox())!.x))
  }
  const buttons = () => toolbar.getByRole('button', { name: /^(Status|More)/ }).or(toolbar.getByRole('radiogroup'))
  const places = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    places.push(await placesOf())
    expect([width, (await toolbar.boundingBox())!.height <= 48]).toEqual([width, true])
  }
  await raise('Ravi')
  await alertBar(page).waitFor()
  for (const [n, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 })
    await eventually(placesOf).toEqual(places[n])
    expect([width, (await toolbar.boundingBox())!.height <= 48]).toEqual([width, true])
    expect((await toolbar.getByRole('searchbox').boundingBox())!.width).toBeGreaterThan(40)
  }
})
