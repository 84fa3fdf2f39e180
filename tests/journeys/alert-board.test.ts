import { digipinOf } from '@tvarit/shared/contracts/digipin'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { arm, closeProfiles, eventually, sirens, visit, fileBrowser } from './browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

let first: Page

/** A computer that looks at the board with sound armed. */
async function consoleOf(name: string): Promise<Page> {
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff', name) })
  await arm(page)
  return page
}
beforeEach(async () => {
  first = await consoleOf('Asha')
  return async () => {
    await closeProfiles(browser)
    await world.empty('alerts')
  }
})

let people = 0
async function raise(): Promise<{ id: number; name: string; phone_number: string }> {
  people += 1
  const first_name = `Person${people}`
  const { sticker, phone_number } = await createSubscriber(world, { first_name })
  const { id } = await press(world.url, sticker.token, { latitude: 19.07598, longitude: 72.87766, accuracy: 18 })
  return { id, name: `${first_name} Kumar`, phone_number }
}

const card = (page: Page, name: string) => page.getByRole('article', { name })

test('an alert shows on every console with sound, and a claim silences them all', async () => {
  const second = await consoleOf('Vikram')
  const { name } = await raise()
  await Promise.all([card(first, name).waitFor(), card(second, name).waitFor()])
  await eventually(() => sirens(first)).toBe(1)
  await eventually(() => sirens(second)).toBe(1)
  await eventually(() => second.title()).toBe('(1) NEW ALERT')

  await card(first, name).getByRole('button', { name: 'Claim' }).click()
  await card(second, name).getByText('Asha Rao claimed it at').waitFor()
  await eventually(() => sirens(first)).toBe(0)
  await eventually(() => sirens(second)).toBe(0)
  await eventually(() => second.title()).toMatch(/^QR Alerts/)

  // A claim of the last seconds is not taken over; a console learns with the next picture how old it is.
  await world.advanceTime(4_000)
  await second.reload()
  await card(second, name).getByRole('button', { name: 'Claimed by Asha — take over' }).click()
  await card(first, name).getByText('Vikram Rao claimed it at').waitFor()
  await card(second, name).getByText('You claimed it at').waitFor()
})

test('attending needs a description and then is seen by everybody', async () => {
  const second = await consoleOf('Vikram')
  const { name } = await raise()
  await card(first, name).getByRole('button', { name: 'Attend' }).click()
  const dialog = first.getByRole('dialog', { name: `Attend alert: ${name}` })
  await dialog.getByText('Please provide a description or reason for this action.').waitFor()
  await dialog.getByRole('button', { name: 'Attend' }).click()
  await dialog.getByText('Please enter a description.').waitFor()
  await dialog.getByRole('textbox').fill('   ')
  await dialog.getByRole('button', { name: 'Attend' }).click()
  await dialog.getByText('Please enter a description.').waitFor()
  await dialog.getByRole('textbox').fill('Ambulance reached the scene.')
  await dialog.getByRole('button', { name: 'Attend' }).click()
  await first.getByText('Alert attended successfully!').waitFor()
  await second.getByRole('article', { name: `attended alert of ${name}` }).waitFor()
})

test('a failed Attend or Reject keeps what was typed, and each try says that it updates', async () => {
  const { name } = await raise()
  let answered: Promise<void>
  await first.route('**/trpc/alerts.update**', async (route) => {
    await answered
    await route.abort()
  })
  for (const verb of ['Attend', 'Reject']) {
    await card(first, name).getByRole('button', { name: verb }).click()
    const dialog = first.getByRole('dialog', { name: `${verb} alert: ${name}` })
    await dialog.getByRole('textbox').fill('Typed for a long time.')
    // The second comes while the failure of the first is still on the screen.
    for (let round = 0; round < 2; round += 1) {
      const answer = Promise.withResolvers<void>()
      answered = answer.promise
      await dialog.getByRole('button', { name: verb }).click()
      await first.getByText('Updating alert...').waitFor()
      answer.resolve()
      await first.getByText(`Failed to ${verb.toLowerCase()} alert.`).waitFor()
      expect(await dialog.getByRole('textbox').inputValue()).toBe('Typed for a long time.')
      await dialog.getByRole('button', { name: verb, exact: true }).waitFor()
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await first.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
})

test('of two who close one alert the second learns who was first and when', async () => {
  const second = await consoleOf('Vikram')
  const { name } = await raise()
  for (const page of [first, second]) {
    await card(page, name).getByRole('button', { name: 'Reject' }).click()
    await page
      .getByRole('dialog', { name: `Reject alert: ${name}` })
      .getByRole('textbox')
      .fill('Pressed by mistake.')
  }
  const submit = (page: Page) =>
    page.getByRole('dialog', { name: `Reject alert: ${name}` }).getByRole('button', { name: 'Reject' })
  await submit(first).click()
  await first.getByText('Alert rejected successfully!').waitFor()
  await second.getByText(/^Asha Rao rejected this alert at \d\d:\d\d:\d\d\.$/).waitFor()
  expect(await submit(second).isDisabled()).toBe(true)
})

test('search and filter stand in the address and survive a reload', async () => {
  const wanted = await raise()
  const other = await raise()
  await card(first, other.name).waitFor()
  await first.getByRole('searchbox').fill(wanted.phone_number)
  await eventually(() => card(first, other.name).count()).toBe(0)
  await card(first, wanted.name).waitFor()
  await first.getByRole('button', { name: 'Status: All' }).click()
  await first.getByRole('menuitemradio', { name: 'Pending' }).click()
  await eventually(() => new URL(first.url()).search).toBe(`?search=${wanted.phone_number}&status=PENDING`)
  await first.reload()
  await card(first, wanted.name).waitFor()
  expect(await card(first, other.name).count()).toBe(0)
  await first.getByRole('searchbox').fill('nobody at all')
  await first.getByText('No alerts found.').waitFor()
})

test('under the board stand how many there are, the closed ones of a day, and the way back', async () => {
  await raise()
  const { name } = await raise()
  // The first of all: alerts have their numbers in the order of their time.
  const old = await world.db
    .selectFrom('alerts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'u.first_name'])
    .orderBy('a.id')
    .executeTakeFirstOrThrow()
  const noon = new Date('2026-03-10T12:00:00+05:30')
  await alterAlerts(world, { status: 'REJECTED', timestamp: noon, closed_at: noon, description: 'A test.' }, old.id)
  await first.reload()
  await card(first, name).waitFor()
  const { rows } = await world.pool.query<{ n: number }>('select count(*)::int as n from alerts')
  await first.getByText(`${rows[0]!.n} entries`).waitFor()
  await first.getByRole('button', { name: 'Go to a day' }).click()
  await first.getByRole('textbox', { name: 'Go to' }).fill('10/03/2026')
  await first.keyboard.press('Enter')
  await first.waitForURL(/go_to=2026-03-10/)
  await eventually(() => first.getByRole('article').count()).toBe(1)
  await card(first, `${old.first_name} Kumar`).waitFor()
  await first.getByRole('button', { name: 'Back to the beginning' }).click()
  await card(first, name).waitFor()
})

test('phone, coordinates and DIGIPIN are copied with one click', async () => {
  const { name, phone_number } = await raise()
  await card(first, name).getByRole('button', { name: 'Copy Phone' }).click()
  await first.getByText('Phone copied to clipboard').waitFor()
  expect(await first.evaluate(() => navigator.clipboard.readText())).toBe(phone_number)
  await card(first, name).getByRole('button', { name: 'Copy Coordinates' }).click()
  await first.getByText('Coordinates copied to clipboard').waitFor()
  expect(await first.evaluate(() => navigator.clipboard.readText())).toBe('19.07598, 72.87766')
  await card(first, name).getByRole('button', { name: 'Copy DIGIPIN' }).click()
  await first.getByText('DIGIPIN copied to clipboard').waitFor()
  expect(await first.evaluate(() => navigator.clipboard.readText())).toBe(digipinOf(19.07598, 72.87766))
})

test('an alert’s page follows changes made elsewhere and closes with free or common reasons', async () => {
  const second = await consoleOf('Vikram')
  const { name } = await raise()
  await card(first, name)
    .getByRole('link', { name: `View alert of ${name}` })
    .click()
  await first.getByRole('heading', { name }).waitFor()
  await first.getByText('Diabetes SECRET-HEALTH').first().waitFor()
  await first.getByRole('region', { name: 'Who was notified' }).getByText('Meena Kumar').waitFor()
  await card(second, name).getByRole('button', { name: 'Claim' }).click()
  await first.getByText('Vikram Rao claimed it at').waitFor()
  await first
    .getByRole('region', { name: 'Timeline' })
    .getByText(/Vikram/)
    .first()
    .waitFor()

  await first.getByRole('button', { name: 'Accept' }).click()
  const dialog = first.getByRole('dialog', { name: `Accept alert: ${name}` })
  // No ambulance was there: nothing is claimed in advance.
  await eventually(() => dialog.getByRole('textbox').inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Person was taken to hospital by others.' }).click()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await first.getByText('Alert attended successfully!').waitFor()
  await eventually(() => first.getByRole('button', { name: 'Reject' }).count()).toBe(0)
})

test('an alert that does not exist is said to be not found', async () => {
  await first.goto(`${world.url}/qr-alerts/999999`)
  await first.getByText('Alert not found').waitFor()
  await first.getByRole('link', { name: 'Back' }).click()
  await first.waitForURL('**/qr-alerts')
})
