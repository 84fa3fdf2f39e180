import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { raisedAlert } from '../harness/ambulances.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, sirens, visit, widget, fileBrowser, fromMenu } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const staff = await createPerson(world, 'staff', 'Asha')

afterEach(async () => {
  await closeProfiles(browser)
  await alterAlerts(world, { status: 'ATTENDED' })
})

const raise = async (first_name: string) => (await raisedAlert(world, { first_name })).id
const card = (page: Page, name: string) => page.getByRole('article', { name: `${name} Kumar` })
const focused = (page: Page, name: string) =>
  eventually(() => card(page, name).evaluate((element) => element === document.activeElement))
const toBoard = (options = {}) => visit(browser, world, '/qr-alerts', { as: staff, ...options })

test('the keys J and K walk through the open alerts, and C, A and R act on the chosen one', async () => {
  await raise('Farah')
  const second = await raise('Gopal')
  const page = await toBoard()
  await card(page, 'Gopal').waitFor()
  await page.keyboard.press('j')
  await focused(page, 'Farah').toBe(true)
  await page.keyboard.press('k')
  await focused(page, 'Farah').toBe(true)
  await page.keyboard.press('J')
  await focused(page, 'Gopal').toBe(true)
  await page.keyboard.press('j')
  await focused(page, 'Gopal').toBe(true)

  await page.keyboard.press('c')
  await card(page, 'Gopal').getByText('You claimed it at').waitFor()
  await card(page, 'Farah').getByText('No operator yet').waitFor()

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject alert: Gopal Kumar' })
  const field = dialog.getByRole('textbox')
  await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  // While a person types, a letter is a letter.
  await page.keyboard.type('ajar, cka')
  expect(await field.inputValue()).toBe('ajar, cka')
  expect(await page.getByRole('dialog', { name: /^Attend/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await focused(page, 'Gopal').toBe(true)
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Attend alert: Gopal Kumar' }).waitFor()
  await page.keyboard.press('Escape')
  await focused(page, 'Gopal').toBe(true)
  await page.keyboard.press('Enter')
  await eventually(() => new URL(page.url()).pathname).toBe(`/qr-alerts/${second}`)
})

test('without a chosen alert the keys act on the most pressing one, and say whose it is', async () => {
  await raise('Hema')
  await raise('Imran')
  const page = await toBoard()
  await card(page, 'Imran').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Attend alert: Hema Kumar' }).waitFor()
})

test('the keys work after a click on a switch of the board', async () => {
  await raise('Mala')
  const page = await toBoard()
  await card(page, 'Mala').waitFor()
  await page.getByText('Rows', { exact: true }).click()
  await page.keyboard.press('j')
  await focused(page, 'Mala').toBe(true)
})

test('the board counts all open alerts, not only those that a search shows', async () => {
  await raise('Nisha')
  await raise('Omar')
  const page = await visit(browser, world, '/qr-alerts?search=Nobody', { as: staff })
  await page.getByText('2 open, 2 not claimed', { exact: true }).waitFor()
  await page.getByText('No alerts found.').waitFor()
})

test('on an open alert’s page J and K go to the others, and C, A and R act on it', async () => {
  const first = await raise('Jaya')
  const second = await raise('Kiran')
  const page = await visit(browser, world, `/qr-alerts/${first}`, { as: staff })
  await page.getByRole('heading', { name: 'Jaya Kumar', level: 1 }).waitFor()
  await widget(page, 'active').or(widget(page, 'offline')).waitFor()
  await eventually(async () => {
    await page.keyboard.press('j')
    return new URL(page.url()).pathname
  }).toBe(`/qr-alerts/${second}`)
  await page.getByRole('heading', { name: 'Kiran Kumar', level: 1 }).waitFor()
  await page.keyboard.press('c')
  await page.getByText('You claimed it at').waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Jaya Kumar', level: 1 }).waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject alert: Jaya Kumar' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Asha Rao rejected this alert at').waitFor()
  // The news of the rejection may come by the stream before the answer that ends the dialog; till then keys rest.
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('a')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
})

test('? shows the keys and switches them off for whom they are in the way', async () => {
  await raise('Lata')
  const page = await toBoard()
  await card(page, 'Lata').waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const does of [
    'Attend the alert',
    'Next alert that needs you',
    'Send the ambulance that suits best',
    'Write a note',
    'Phone: call',
  ])
    await dialog.getByText(does).waitFor()
  await page.keyboard.press('a')
  expect(await page.getByRole('dialog', { name: /^Attend/ }).count()).toBe(0)
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.keyboard.press('r')
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog', { name: /Reject|Keyboard/ }).count()).toBe(0)
  await page.reload()
  await card(page, 'Lata').waitFor()
  await page.keyboard.press('r')
  await fromMenu(page, 'Keys')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Reject alert: Lata Kumar' }).waitFor()
})

test('a common reason is one click, replaces another and is added to free text', async () => {
  const id = await raise('Manu')
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: staff })
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject alert: Manu Kumar' })
  const text = dialog.getByRole('textbox')
  await eventually(() => text.inputValue()).toBe('Alert has been rejected by staff.')
  await dialog.getByRole('button', { name: 'Test by the owner.' }).click()
  await eventually(() => text.inputValue()).toBe('Test by the owner.')
  await dialog.getByRole('button', { name: 'Pressed by mistake.' }).click()
  await eventually(() => text.inputValue()).toBe('Pressed by mistake.')
  await text.fill('A child played with it.')
  await dialog.getByRole('button', { name: 'Pressed by mistake.' }).click()
  await eventually(() => text.inputValue()).toBe('A child played with it. Pressed by mistake.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Alert rejected successfully!').waitFor()
  const { description } = await world.db
    .selectFrom('alerts')
    .select('description')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(description).toBe('A child played with it. Pressed by mistake.')
})

test('the sound test plays all sirens, measures them and asks whether they were heard', async () => {
  const page = await toBoard()
  await fromMenu(page, 'Test sound')
  const dialog = page.getByRole('dialog', { name: 'Test the sound' })
  await dialog.getByRole('button', { name: 'Play all sirens' }).click()
  await eventually(() => sirens(page)).toBe(3)
  await dialog.getByText('Did you hear all three sirens').waitFor()
  await dialog.getByRole('button', { name: 'No' }).click()
  await dialog.getByText('Then nobody will hear an alert here.').waitFor()
  await dialog.getByRole('button', { name: 'Play again' }).click()
  await dialog.getByRole('button', { name: 'Yes, I heard all' }).click()
  await dialog.getByText('New alerts will be heard on this computer.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await fromMenu(page, 'Test sound')
  await dialog.getByText('Last heard on this computer:').waitFor()
})

test('a browser that plays silence fails the sound test', async () => {
  const page = await toBoard()
  await page.evaluate(() => {
    AnalyserNode.prototype.getFloatTimeDomainData = (samples) => void samples.fill(0)
  })
  await fromMenu(page, 'Test sound')
  const dialog = page.getByRole('dialog', { name: 'Test the sound' })
  await dialog.getByRole('button', { name: 'Play all sirens' }).click()
  await dialog.getByText('This browser plays silence.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Yes, I heard all' }).count()).toBe(0)
})
