import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { assign, createAmbulance, SCENE } from '../harness/ambulances.ts'
import { closeAlert } from '../harness/alert-calls.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from './browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(async () => {
  await closeProfiles(browser)
  await world.empty('alerts', 'ambulances')
})

async function raise(first_name: string, more = {}): Promise<number> {
  const { sticker } = await createSubscriber(world, { first_name })
  return (await press(world.url, sticker.token, { ...SCENE, ...more })).id
}

/** The focus as a person sees it. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const dispatches = () => world.db.selectFrom('dispatches').select(['alert_id', 'ambulance_id']).execute()

test('five alerts at once are claimed and dispatched with three keys each: next, send, Enter', async () => {
  const asha = await createPerson(world, 'staff', 'Asha')
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  await page.getByText('No alerts found.').waitFor()
  const ids: number[] = []
  for (const name of ['Ravi', 'Meena', 'Farhan', 'Lakshmi', 'Joseph']) {
    await createAmbulance(world)
    ids.push(await raise(name))
  }
  const needing = page.getByRole('list', { name: 'Needs action' }).getByRole('listitem')
  await eventually(() => needing.count()).toBe(5)
  let keys = 0
  const key = async (name: string) => {
    keys += 1
    await page.keyboard.press(name)
  }
  for (const left of [4, 3, 2, 1, 0]) {
    await key('n')
    await key('s')
    const dialog = page.getByRole('dialog', { name: /^Send an ambulance to/ })
    await dialog.getByRole('button', { name: /^Send KA/ }).waitFor()
    await eventually(() => focused(page)).toMatch(/^Send KA/)
    await key('Enter')
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => needing.count()).toBe(left)
  }
  expect(keys).toBe(15)
  const sent = await dispatches()
  expect(sent.map(({ alert_id }) => alert_id).toSorted()).toEqual(ids)
  expect(new Set(sent.map(({ ambulance_id }) => ambulance_id)).size).toBe(5)
  for (const id of ids) {
    const { body } = await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })
    expect(body.claimed_by).toMatchObject({ id: asha.id })
  }
})

test('Escape sends none, and without a place the question says what to do instead', async () => {
  await raise('Nowhere', { latitude: undefined, longitude: undefined })
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff') })
  await page.getByRole('article', { name: 'Nowhere Kumar' }).waitFor()
  await page.keyboard.press('s')
  await page.getByText('The place is not known. Open the alert to set it').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /^Send an ambulance/ }).waitFor({ state: 'detached' })
  expect(await dispatches()).toEqual([])
})

test('next skips colleagues’ alerts and wraps around, and note and call are one key away', async () => {
  const vikram = await createPerson(world, 'staff', 'Vikram')
  const [ravi, meena, farhan] = [await raise('Ravi'), await raise('Meena'), await raise('Farhan')]
  await call(world.url, `/api/qr/alerts/${meena}/claim/`, { body: {}, access: vikram.access })
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff', 'Asha') })
  await page.getByRole('article', { name: 'Farhan Kumar', exact: true }).waitFor()
  const chosen = () => page.evaluate(() => Number(document.activeElement?.getAttribute('data-alert')))
  for (const id of [ravi, farhan, ravi]) {
    await page.keyboard.press('n')
    await eventually(chosen).toBe(id)
  }
  await page.keyboard.press('w')
  await page.waitForURL(`**/qr-alerts/${ravi}#note`)
  await eventually(() => page.getByLabel('Add a note').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.evaluate(() => {
    document.body.focus()
    Object.assign(window, { dialled: '' })
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a')
      if (link?.protocol !== 'tel:') return
      event.preventDefault()
      Object.assign(window, { dialled: link.href })
    })
  })
  await page.keyboard.press('n')
  await page.waitForURL(`**/qr-alerts/${farhan}`)
  await page.getByRole('heading', { level: 1, name: 'Farhan Kumar' }).waitFor()
  await page.keyboard.press('p')
  await eventually(() => page.evaluate(() => (window as unknown as { dialled: string }).dialled)).toMatch(
    /^tel:\+91\d{10}$/,
  )
})

test('a chosen alert stays chosen in another group, and the key after it has left only chooses', async () => {
  const asha = await createPerson(world, 'staff', 'Asha')
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  const [first, second] = [await raise('Ravi'), await raise('Meena')]
  const chosen = () => page.evaluate(() => Number(document.activeElement?.getAttribute('data-alert')))
  // The button goes with the claim.
  await page.getByRole('article', { name: 'Meena Kumar' }).getByRole('button', { name: 'Claim' }).click()
  await page.getByText(/^No ambulance sent/).waitFor()
  await eventually(chosen).toBe(second)
  for (const id of [first, second]) {
    await page.keyboard.press('n')
    await eventually(chosen).toBe(id)
  }
  const { id: ambulance_id } = await createAmbulance(world)
  await assign(world, asha, second, { ambulance_id })
  await page.getByRole('list', { name: 'Moving' }).getByRole('article', { name: 'Meena Kumar' }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Attend alert: Meena Kumar' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Attend alert: Meena Kumar' }).waitFor({ state: 'detached' })
  await closeAlert(world, asha, second, 'REJECTED')
  await page.getByRole('list', { name: 'Moving' }).waitFor({ state: 'detached' })
  await page.keyboard.press('a')
  await eventually(chosen).toBe(first)
  expect(await page.getByRole('dialog', { name: /^Attend alert/ }).count()).toBe(0)
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Attend alert: Ravi Kumar' }).waitFor()
})

test('on the page of an alert 2 sends the second ambulance of the list, after Enter', async () => {
  await createAmbulance(world, { base_km: 1 })
  const second = await createAmbulance(world, { base_km: 2 })
  const id = await raise('Ravi')
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: await createPerson(world, 'staff') })
  await page.getByRole('button', { name: `Send ${second.vehicle_number}` }).waitFor()
  await page.keyboard.press('2')
  await eventually(() => focused(page)).toBe(`Send ${second.vehicle_number}`)
  await page.keyboard.press('Enter')
  await until('it is sent', async () => (await dispatches()).some((sent) => sent.ambulance_id === second.id))
})

test('an alert left by a click beside the cards is not selected again when it moves', async () => {
  const [asha, vikram] = [await createPerson(world, 'staff', 'Asha'), await createPerson(world, 'staff', 'Vikram')]
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  const [first, second] = [await raise('Ravi'), await raise('Meena')]
  const chosen = () => page.evaluate(() => Number(document.activeElement?.getAttribute('data-alert')))
  for (const id of [first, second]) {
    await page.getByRole('article').nth(1).waitFor()
    await page.keyboard.press('n')
    await eventually(chosen).toBe(id)
  }
  await page.getByRole('heading', { name: /^Needs action/ }).click()
  const { id: ambulance_id } = await createAmbulance(world)
  await assign(world, vikram, second, { ambulance_id })
  await page.getByRole('list', { name: 'Moving' }).getByRole('article', { name: 'Meena Kumar' }).waitFor()
  expect(await chosen()).toBe(0)
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Attend alert: Ravi Kumar' }).waitFor()
})

test('on a Hindi keyboard the keys of the board work by their place', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff') })
  await page.getByText('No alerts found.').waitFor()
  await createAmbulance(world)
  await raise('Ravi')
  await page.getByRole('article', { name: 'Ravi Kumar' }).waitFor()
  for (const [key, code] of [
    ['न', 'KeyN'],
    ['स', 'KeyS'],
  ]) {
    await page.evaluate((init) => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', init)), {
      key,
      code,
      bubbles: true,
      cancelable: true,
    })
  }
  await page.getByRole('dialog', { name: /^Send an ambulance to/ }).waitFor()
})
