import { expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { createAmbulance, raisedAlert, SCENE } from '../harness/ambulances.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { alertDesk } from '../journeys/alert-desk.ts'
import { eventually } from '../journeys/browser.ts'

const { world, open } = await alertDesk()

test('below the alert bar at 1366 x 768 a dialog shows its buttons and works by keyboard', async () => {
  await createAmbulance(world, { base_km: 1 })
  for (const first_name of ['Ravi', 'Omar', 'Kavya']) await raisedAlert(world, { first_name })
  const { sticker } = await createSubscriber(world, { first_name: 'Sita' })
  const { id } = await press(world.url, sticker.token, {})
  const page = await open(id)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('heading', { level: 1, name: 'Sita Kumar' }).waitFor()
  // On the alert's own page there is no alert to open.
  await page.keyboard.press('1')
  const asked = page.getByRole('dialog', { name: 'Send an ambulance to Sita Kumar?' })
  await asked.getByText('The place is not known. Set the place, or search all ambulances.').waitFor()
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Set the place' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Set the place' })
  const button = dialog.getByRole('button', { name: 'Set the place' })
  await eventually(async () => {
    const box = (await button.boundingBox())!
    return box.y + box.height < 768
  }).toBe(true)
  await dialog.getByRole('textbox', { name: 'Place' }).fill('Rampur')
  const found = dialog.getByRole('status', { name: 'Places found' })
  await found.getByRole('button').nth(1).waitFor()
  const second = (await found.getByRole('button').nth(1).textContent())!
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await found.getByText(second).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText('Choose the place first.').count()).toBe(0)
})

test.each([1440, 1366, 390])(
  'at %i px a time of the timeline and a long age in a row stand in one line',
  async (width) => {
    const { sticker } = await createSubscriber(world, { first_name: 'Sita' })
    const { id } = await press(world.url, sticker.token, SCENE)
    const since = new Date(Date.now() - (23 * 60 + 59) * 60_000)
    await alterAlerts(world, { timestamp: since, waiting_since: since }, id)
    const page = await open(id)
    await page.setViewportSize({ width, height: 844 })
    const time = page.getByRole('region', { name: 'Timeline' }).locator('time').first()
    await time.waitFor()
    const lines = (element: Element) => element.getClientRects().length
    expect(await time.evaluate(lines)).toBe(1)
    await page.goto(`${world.url}/qr-alerts`)
    await page.getByText('Rows', { exact: true }).click()
    const age = page.getByRole('timer').first()
    await eventually(() => age.textContent()).toMatch(/^23 h 59 m$/)
    const [of_age, of_name] = [
      await age.evaluate((it) => {
        const range = document.createRange()
        range.selectNodeContents(it)
        return range.getBoundingClientRect().right
      }),
      (await page.getByRole('article').getByRole('heading', { name: 'Sita Kumar' }).boundingBox())!.x,
    ]
    expect(of_age).toBeLessThan(of_name)
  },
)
