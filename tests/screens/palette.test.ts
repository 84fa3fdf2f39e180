import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAmbulance } from '../harness/ambulances.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { eventually } from '../journeys/browser.ts'
import { card, freshConsoles } from '../journeys/fresh-consoles.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

const at = await freshConsoles()
const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to, find or do' })
const options = (page: Page) => palette(page).getByRole('option')

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').fill(text)
}

test('Ctrl+K goes to a page and finds alert, subscriber, coupon and ambulance by name or number', async () => {
  const { vehicle_number } = await createAmbulance(at.world)
  const subscriber = await createSubscriber(at.world, { first_name: 'Farida' })
  const { id: coupon, serial_number } = await createSticker(at.world)
  const alert = await at.raise('Farhan')
  const page = await at.board(await createPerson(at.world, 'admin', 'Meera'), '/dashboard')
  await find(page, 'audit')
  await eventually(() => options(page).allTextContents()).toEqual(['Audit logPage'])
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/audit')
  for (const [typed, found, address] of [
    ['Farhan', /^Farhan KumarAlert/, `/qr-alerts/${alert}`],
    [subscriber.phone_number, /^Farida KumarSubscriber/, `/subscriber/${subscriber.id}`],
    [serial_number, /Coupon, available$/, `/coupon-details/${coupon}`],
    [vehicle_number, /Ambulance, /, `/ambulances?search=${vehicle_number}`],
  ] as const) {
    await find(page, typed)
    const option = options(page).filter({ hasText: found })
    await option.waitFor()
    await option.click()
    await eventually(() => page.url()).toBe(`${at.world.url}${address}`)
    await palette(page).waitFor({ state: 'detached' })
  }
  await find(page, 'nothing of that name')
  await palette(page).getByText('Nothing found.').waitFor()
})

test('the palette acts on the chosen alert, and offers staff no page of admins', async () => {
  for (const name of ['Ravi', 'Sita']) await at.raise(name)
  const page = await at.board(at.asha)
  await card(page, 'Sita Kumar').waitFor()
  for (let n = 0; n < 2; n += 1) await page.keyboard.press('j')
  await find(page, 'claim')
  await options(page).getByText('Claim the alert').waitFor()
  await page.keyboard.press('Enter')
  await card(page, 'Sita Kumar').getByText('You claimed it at').waitFor()
  await find(page, 'admin users')
  await palette(page).getByText('Nothing found.').waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  // Two steps down, one up.
  await page.keyboard.press('Control+k')
  await eventually(() =>
    palette(page)
      .getByRole('combobox')
      .evaluate((field) => field === document.activeElement),
  ).toBe(true)
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  const second = palette(page).getByRole('option', { selected: true })
  expect(await second.textContent()).toBe(await options(page).nth(1).textContent())
})

test('/ goes to the search of a page, opens the palette elsewhere, and ? lists what works there', async () => {
  const page = await at.board(at.asha, '/all-subscribers')
  const search = page.getByRole('main').getByRole('searchbox')
  await search.waitFor()
  await page.keyboard.press('/')
  await eventually(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.goto(`${at.world.url}/dashboard`)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.keyboard.press('/')
  await palette(page).waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByText('Go to a page, find or do anything').waitFor()
  expect(await keys.getByText('Attend the alert').count()).toBe(0)
})
