import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { assign, statusOf } from '../harness/ambulances.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { send } from '../journeys/alert-desk.ts'
import { closeProfiles, eventually, visit, visitOnPhone, fileBrowser } from '../journeys/browser.ts'

const PLACE = { latitude: 12.9716, longitude: 77.5946, accuracy: 12 }

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(async () => {
  await closeProfiles(browser)
  // The next test has a city of its own.
  await world.db.updateTable('ambulances').set({ status: 'OFF', retired_at: new Date() }).execute()
})

/** An ambulance at so many kilometres to the north of the place. */
async function ambulance(vehicle_number: string, kilometres: number): Promise<{ id: number; driver_phone: string }> {
  const driver_phone = newPhone()
  const row = await world.db
    .insertInto('ambulances')
    .values({
      vehicle_number,
      operator: 'City Care',
      driver_name: `Driver ${vehicle_number.slice(-4)}`,
      driver_phone,
      base_latitude: PLACE.latitude + kilometres / 111.2,
      base_longitude: PLACE.longitude,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, driver_phone }
}

/** The newest link sent to a number, as a path. */
async function linkSentTo(phone: string, page: 'd' | 't'): Promise<string> {
  const find = async () => {
    const answer = await fetch(`${world.url}/api/dev/messages/?to=${phone}`)
    const messages = (await answer.json()) as { text: string }[]
    return new RegExp(`/${page}/[\\w-]+`).exec(messages.map(({ text }) => text).join('\n'))?.[0] ?? ''
  }
  await eventually(find).not.toBe('')
  return find()
}

const phone = (path: string, options?: BrowserContextOptions) => visitOnPhone(browser, `${world.url}${path}`, options)

async function raised(first_name = 'Ravi') {
  const subscriber = await createSubscriber(world, { first_name })
  const { id } = await press(world.url, subscriber.sticker.token, PLACE)
  return { id, relative: subscriber.relatives[0]! }
}

const stateOf = async (alert_id: number) =>
  (await world.db.selectFrom('dispatches').select('state').where('alert_id', '=', alert_id).executeTakeFirst())?.state
const step = (page: Page, name: string) => page.locator('#form').getByRole('button', { name, exact: true })
const headline = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()

test('a driver step without network is kept, shown so and sent with its own time later', async () => {
  const { driver_phone } = await ambulance('KA01AB3333', 1)
  const { id } = await raised()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: await createPerson(world, 'staff') })
  await send(operator, 'KA01AB3333')
  const driver = await phone(await linkSentTo(driver_phone, 'd'))
  await driver.context().setOffline(true)
  await step(driver, 'I am coming').click()
  await headline(driver, 'Accepted. Please start now.')
  await driver.getByText('No network. Your press is kept').waitFor()
  expect(await stateOf(id)).toBe('ASSIGNED')
  // The page may be closed meanwhile.
  const path = new URL(driver.url()).pathname
  const again = await driver.context().newPage()
  await driver.close()
  await again.context().setOffline(false)
  await again.goto(`${world.url}${path}`)
  await eventually(() => stateOf(id)).toBe('ACCEPTED')
  await headline(again, 'Accepted. Please start now.')
})

test('a driver who cannot come ends the page, and the operator is offered the next one', async () => {
  const { driver_phone } = await ambulance('KA01AB4444', 1)
  await ambulance('KA01AB5555', 3)
  const { id } = await raised()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: await createPerson(world, 'staff') })
  const card = operator.getByRole('region', { name: 'Ambulance' })
  await send(operator, 'KA01AB4444')
  const driver = await phone(await linkSentTo(driver_phone, 'd'))
  await step(driver, 'I cannot come').click()
  await headline(driver, 'The call centre asks another driver')
  await card.getByText('KA01AB4444 could not come').waitFor()
  await send(operator, 'KA01AB5555')
  await card.getByText('Asked, no answer yet').waitFor()
  await driver.reload()
  expect(await driver.locator('#form').count()).toBe(0)
})

test('the position of an ambulance that has sent none is shown as "-"', async () => {
  await ambulance('KA01AB1717', 1)
  const { id } = await raised()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: await createPerson(world, 'staff') })
  const card = operator.getByRole('region', { name: 'Ambulance' })
  await send(operator, 'KA01AB1717')
  await card.getByText('Asked, no answer yet').waitFor()
  const value = card.locator('.ant-descriptions-row', { hasText: 'Position' }).locator('.ant-descriptions-item-content')
  await eventually(() => value.innerText()).toBe('-')
})

test('calling an ambulance off needs a reason and ends the driver’s page on its own', async () => {
  const { driver_phone } = await ambulance('KA01AB6666', 1)
  const { id } = await raised()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: await createPerson(world, 'staff') })
  const card = operator.getByRole('region', { name: 'Ambulance' })
  await send(operator, 'KA01AB6666')
  const driver = await phone(await linkSentTo(driver_phone, 'd'))
  await card.getByRole('button', { name: 'Call off' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Call off KA01AB6666' })
  await dialog.getByRole('button', { name: 'Call off' }).click()
  await dialog.getByText('Say why in a few words.').waitFor()
  await dialog.getByRole('button', { name: 'Not needed any more' }).click()
  await dialog.getByRole('button', { name: 'Call off' }).click()
  await card.getByText('KA01AB6666 was called off').waitFor()
  await headline(driver, 'The call centre asks another driver')
  await driver.getByText('Navigate').waitFor({ state: 'detached' })
  expect(await driver.locator('main').textContent()).not.toContain('Ravi')
})

test('"Call off" never hits the ambulance that a colleague sent meanwhile', async () => {
  await ambulance('KA01AB1818', 1)
  const { id: ambulance_id } = await ambulance('KA01AB1919', 2)
  const { id } = await raised()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: await createPerson(world, 'staff') })
  const card = operator.getByRole('region', { name: 'Ambulance' })
  await send(operator, 'KA01AB1818')
  await card.getByRole('button', { name: 'Call off' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Call off KA01AB1818' })
  await dialog.getByRole('button', { name: 'No answer' }).click()
  const [first] = await world.db.selectFrom('dispatches').select('id').where('alert_id', '=', id).execute()
  const vikram = await createPerson(world, 'staff', 'Vikram')
  expect(await assign(world, vikram, id, { ambulance_id, instead_of: first!.id })).toMatchObject({ status: 201 })
  await card.getByText('KA01AB1818 was called off').waitFor()
  await dialog.getByRole('button', { name: 'Call off' }).click()
  await dialog.getByText('KA01AB1818 is no longer on its way to this alert.').waitFor()
  expect(await statusOf(world, { id: ambulance_id })).toBe('BUSY')
})

test('an ambulance that is not ours is noted in words', async () => {
  const { id } = await raised()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: await createPerson(world, 'staff') })
  const card = operator.getByRole('region', { name: 'Ambulance' })
  await card.getByText('No ambulance is available. Call 108').waitFor()
  await card.getByRole('button', { name: 'Outside provider / 108' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Outside provider / 108' })
  await dialog.getByRole('button', { name: 'Note it' }).click()
  await dialog.getByText('Who is sending it?').waitFor()
  await dialog.getByRole('button', { name: '108', exact: true }).click()
  await dialog.getByLabel('Note').fill('Reference 4711')
  await dialog.getByRole('button', { name: 'Note it' }).click()
  await card.getByText('Outside provider', { exact: true }).waitFor()
  await card.getByText('Reference 4711').waitFor()
  await card.getByRole('button', { name: 'Other step' }).click()
  await card.getByRole('menuitem', { name: 'Done' }).click()
  await card.getByText('108 was done').waitFor()
})
