import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance, linkedAlerts, raisedAlert } from '../harness/ambulances.ts'
import { createPerson } from '../harness/people.ts'
import { alertDesk, ambulances, send } from '../journeys/alert-desk.ts'
import { eventually, visit, takeClock } from '../journeys/browser.ts'

// What changes under an open question is said in it, and Enter does what was asked or nothing.

const { world, browser, asha, open } = await alertDesk()
const vikram = await createPerson(world, 'staff', 'Vikram')

const card = (page: Page, name: string) => page.getByRole('article', { name: `${name} Kumar` })
const sentTo = async (alert_id: number) => {
  const rows = await world.db.selectFrom('dispatches').select('ambulance_id').where('alert_id', '=', alert_id).execute()
  return rows.map(({ ambulance_id }) => ambulance_id)
}

async function board(name: string): Promise<Page> {
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  await card(page, name).waitFor()
  return page
}

/** The question that S opens for an alert, once it names an ambulance. */
async function asked(page: Page, name: string) {
  await card(page, name).focus()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: `Send an ambulance to ${name} Kumar?` })
  await dialog.getByRole('button', { name: /^Send KA/ }).waitFor()
  return dialog
}

/** Time passes on the page until the list of ambulances has been read again. */
async function readAgain(page: Page): Promise<void> {
  const answered = page.waitForResponse(/dispatch\.candidates/)
  await page.clock.runFor(16_000)
  await (await answered).finished()
  await page.clock.runFor(1_000)
}

test('the question whether to reject names the ambulance that a colleague sent meanwhile', async () => {
  const { id } = await raisedAlert(world, { first_name: 'Ravi' })
  const { id: ambulance_id, vehicle_number } = await createAmbulance(world)
  const page = await board('Ravi')
  await card(page, 'Ravi').getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject alert: Ravi Kumar' })
  await dialog.getByRole('textbox').fill('A child played with it.')
  expect(await assign(world, vikram, id, { ambulance_id })).toMatchObject({ status: 201 })
  await dialog.getByText(`${vehicle_number} is then called off.`).waitFor()
})

test('the reject dialog warns of a shared ambulance and of a provider to phone', async () => {
  const { alert, ambulance, other } = await linkedAlerts(world, vikram)
  await assign(world, vikram, other.id, { outside_provider: '108' })
  const page = await open(alert.id)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page
    .getByText(`${ambulance.vehicle_number} is then called off, unless it takes others of the accident.`)
    .waitFor()
  await page.goto(`${world.url}/qr-alerts/${other.id}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('108 is then noted as called off. Tell them by phone.').waitFor()
})

test.each(['Attend', 'Reject'])('%s says that a colleague closed the alert meanwhile, and ends there', async (verb) => {
  const { id } = await raisedAlert(world, { first_name: verb })
  const page = await board(verb)
  await card(page, verb).getByRole('button', { name: verb }).click()
  const dialog = page.getByRole('dialog', { name: `${verb} alert: ${verb} Kumar` })
  await dialog.getByRole('textbox').fill('Taken home by the brother')
  await closeAlert(world, vikram, id, 'ATTENDED')
  await dialog
    .getByRole('alert')
    .getByText(/^Vikram Rao attended this alert at [\d:]+\.$/)
    .waitFor()
  expect(await dialog.getByRole('button', { name: verb }).isDisabled()).toBe(true)
})

test('after an alert was attended, Enter sends no ambulance until asked again', async () => {
  const { id } = await raisedAlert(world, { first_name: 'Meena' })
  const { id: ambulance_id, vehicle_number } = await createAmbulance(world)
  const page = await board('Meena')
  const dialog = await asked(page, 'Meena')
  await closeAlert(world, vikram, id, 'ATTENDED')
  await page.getByRole('list', { name: 'Done' }).getByText('Meena Kumar').waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText(/^Vikram Rao attended this alert at/).waitFor()
  expect(await dialog.getByRole('button', { name: /^Send/ }).count()).toBe(0)
  expect(await sentTo(id)).toEqual([])
  await page.goto(`${world.url}/qr-alerts/${id}`)
  await send(page, vehicle_number)
  await eventually(() => sentTo(id)).toEqual([ambulance_id])
})

test('without live connection the question learns from the list that the alert was closed', async () => {
  const { id } = await raisedAlert(world, { first_name: 'Leela' })
  await createAmbulance(world)
  const page = await board('Leela')
  await page.routeWebSocket('**/trpc-ws**', (socket) => socket.close())
  await page.reload()
  await card(page, 'Leela').waitFor()
  const dialog = await asked(page, 'Leela')
  await closeAlert(world, vikram, id, 'ATTENDED')
  await dialog.getByText(/^Vikram Rao attended this alert at/).waitFor()
  await page.keyboard.press('Enter')
  expect(await dialog.getByRole('button', { name: /^Send/ }).count()).toBe(0)
  expect(await sentTo(id)).toEqual([])
})

test('the dialog keeps its ambulance when a nearer one appears, and asks for the next on error', async () => {
  const first = await createAmbulance(world, { base_km: 2 })
  const { id } = await raisedAlert(world, { first_name: 'Farhan' })
  const other = await raisedAlert(world, { first_name: 'Lakshmi' })
  const page = await visit(browser, world, '/login', { as: asha })
  await takeClock(page)
  await page.goto(`${world.url}/qr-alerts/${id}`)
  await ambulances(page).getByText(first.vehicle_number).waitFor()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Send an ambulance to Farhan Kumar?' })
  await dialog.getByRole('button', { name: `Send ${first.vehicle_number}` }).waitFor()
  const nearer = await createAmbulance(world, { base_km: 1 })
  await readAgain(page)
  await ambulances(page).getByText(nearer.vehicle_number).waitFor()
  await dialog.getByRole('button', { name: `Send ${first.vehicle_number}` }).waitFor()
  await assign(world, vikram, other.id, { ambulance_id: first.id })
  await page.keyboard.press('Enter')
  await page.getByText(`${first.vehicle_number} is already on its way to another alert.`).waitFor()
  await dialog.getByRole('button', { name: `Send ${nearer.vehicle_number}` }).waitFor()
  expect(await sentTo(id)).toEqual([])
})

test('a click in a moving list of ambulances asks about the one that was clicked', async () => {
  const pressed = await createAmbulance(world, { base_km: 2 })
  const { id } = await raisedAlert(world, { first_name: 'Joseph' })
  const page = await visit(browser, world, '/login', { as: asha })
  await takeClock(page)
  await page.goto(`${world.url}/qr-alerts/${id}`)
  await ambulances(page)
    .getByRole('button', { name: `Send ${pressed.vehicle_number}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Send an ambulance to Joseph Kumar?' })
  await dialog.getByText(`${pressed.vehicle_number}, Basic life support`).waitFor()
  const nearer = await createAmbulance(world, { base_km: 1 })
  await readAgain(page)
  await ambulances(page).getByText(nearer.vehicle_number).waitFor()
  expect(await sentTo(id)).toEqual([])
  await dialog.getByRole('button', { name: `Send ${pressed.vehicle_number}` }).click()
  await eventually(() => sentTo(id)).toEqual([pressed.id])
})

test('the question of the list stays and says that the alert was rejected under it', async () => {
  const { vehicle_number } = await createAmbulance(world)
  const { id } = await raisedAlert(world, { first_name: 'Kavya' })
  const page = await open(id)
  await ambulances(page)
    .getByRole('button', { name: `Send ${vehicle_number}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Send an ambulance to Kavya Kumar?' })
  await dialog.waitFor()
  await closeAlert(world, vikram, id, 'REJECTED')
  await dialog.getByText(/^Vikram Rao rejected this alert at/).waitFor()
  expect(await dialog.getByRole('button', { name: /^Send/ }).count()).toBe(0)
})

test('with no ambulance near, S asks for 108 first, and Enter opens the outside provider', async () => {
  const { id } = await raisedAlert(world, { first_name: 'Nirmala' })
  const { vehicle_number } = await createAmbulance(world, { base_km: 400 })
  const page = await board('Nirmala')
  await card(page, 'Nirmala').focus()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Send an ambulance to Nirmala Kumar?' })
  await dialog.getByText('No ambulance is near. Call 108').waitFor()
  await dialog.getByText('over 3 h').waitFor()
  await dialog.getByRole('button', { name: `Send ${vehicle_number} anyway` }).waitFor()
  await eventually(() =>
    dialog
      .getByRole('button', { name: 'Outside provider / 108' })
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)
  await page.keyboard.press('Enter')
  const outside = page.getByRole('dialog', { name: 'Outside provider / 108' })
  await outside.getByRole('button', { name: '108', exact: true }).click()
  await outside.getByRole('button', { name: 'Note it' }).click()
  await outside.waitFor({ state: 'detached' })
  const sent = await world.db.selectFrom('dispatches').select('outside_provider').where('alert_id', '=', id).execute()
  expect(sent).toEqual([{ outside_provider: '108' }])
})
