import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { detailOf } from '../harness/alert-calls.ts'
import { createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { alertDesk } from '../journeys/alert-desk.ts'
import { eventually, visit } from '../journeys/browser.ts'
import { holding } from '../journeys/holding.ts'

const { world, browser, asha, open } = await alertDesk()

const card = (page: Page, name: string) => page.getByRole('article', { name: `${name} Kumar`, exact: true })

test('the answer of a dispatch whose question was cancelled leaves the next question open', async () => {
  for (let n = 0; n < 2; n += 1) await createAmbulance(world)
  await raisedAlert(world, { first_name: 'Ravi' })
  await raisedAlert(world, { first_name: 'Meena' })
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  const ask = async (name: string) => {
    await card(page, name).focus()
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: `Send an ambulance to ${name} Kumar?` })
    await dialog.getByRole('button', { name: /^Send KA/ }).waitFor()
    return dialog
  }
  const release = await holding(page, 'dispatch.assign')
  const first = await ask('Ravi')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await first.waitFor({ state: 'detached' })
  const second = await ask('Meena')
  await release()
  await page.getByText(/^KA\w+ is sent\.$/).waitFor()
  expect(await second.count()).toBe(1)
})

test('the answer of a rejection whose dialog was cancelled leaves the next dialog and its text', async () => {
  await raisedAlert(world, { first_name: 'Farhan' })
  await raisedAlert(world, { first_name: 'Lakshmi' })
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  const reject = async (name: string, description: string) => {
    await card(page, name).getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: `Reject alert: ${name} Kumar` })
    await dialog.getByRole('textbox').fill(description)
    return dialog
  }
  const release = await holding(page, 'alerts.update')
  const first = await reject('Farhan', 'Pressed by mistake.')
  await first.getByRole('button', { name: 'Reject' }).click()
  await first.getByRole('button', { name: 'Cancel' }).click()
  await first.waitFor({ state: 'detached' })
  const second = await reject('Lakshmi', 'A child played with it.')
  await release()
  await page.getByText('Alert rejected successfully!').waitFor()
  expect(await second.getByRole('textbox').inputValue()).toBe('A child played with it.')
})

test('a note that was edited after its answer was lost is another note', async () => {
  const { id } = await raisedAlert(world)
  const page = await open(id)
  const field = page.getByRole('textbox', { name: 'Add a note' })
  await page.route(
    '**/trpc/alerts.addNote**',
    async (route) => {
      await route.fetch({ maxRetries: 3 })
      await route.abort()
    },
    { times: 1 },
  )
  await field.fill('Gate is locked.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await field.and(page.locator('[aria-invalid=true]')).waitFor()
  await field.fill('Gate is locked. The watchman has the key.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Asha Rao: Gate is locked. The watchman has the key.').waitFor()
})

test('what is typed after W is no command while the page and its note field are on their way', async () => {
  const { id } = await raisedAlert(world, { first_name: 'Nila' })
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  const release = await holding(page, '**alerts.get')
  await card(page, 'Nila').focus()
  await page.keyboard.press('w')
  await page.keyboard.type('call back, rang')
  await page.getByRole('heading', { level: 1, name: 'Nila Kumar' }).waitFor()
  await page.keyboard.type('call back, rang')
  await release()
  const field = page.getByRole('textbox', { name: 'Add a note' })
  const focused = () => field.evaluate((element) => element === document.activeElement)
  await eventually(focused).toBe(true)
  expect(new URL(page.url()).pathname).toBe(`/qr-alerts/${id}`)
  expect(await page.getByRole('dialog', { name: /^(Accept|Attend|Reject) / }).count()).toBe(0)
  expect((await detailOf(world, asha, id)).claimed_by).toBe(null)
  // W comes to the field each time, and is no step of the way back.
  await field.fill('Call back.')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(false)
  await page.keyboard.press('w')
  await eventually(focused).toBe(true)
  expect(await field.inputValue()).toBe('Call back.')
  await page.goBack()
  await card(page, 'Nila').waitFor()
})

test('what is typed while a note is being saved stays in the field', async () => {
  const { id } = await raisedAlert(world)
  const page = await open(id)
  const field = page.getByRole('textbox', { name: 'Add a note' })
  const release = await holding(page, 'alerts.addNote')
  await field.fill('Gate is locked.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await field.fill('The watchman has the key.')
  await release()
  await page.getByRole('button', { name: 'Add note', exact: true }).waitFor()
  expect(await field.inputValue()).toBe('The watchman has the key.')
})
