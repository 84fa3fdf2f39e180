import { expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { freshConsoles } from '../journeys/fresh-consoles.ts'
import { press } from '../harness/press.ts'
import { arm, eventually, sirens, fromMenu } from '../journeys/browser.ts'

const at = await freshConsoles()
const { raise, open } = at

test('a note written with Ctrl+Enter is on the colleague’s console at once', async () => {
  const id = await raise()
  const first = await open(at.asha, `/qr-alerts/${id}`)
  const second = await open(at.vikram, `/qr-alerts/${id}`)
  await second.getByRole('heading', { name: 'Timeline' }).waitFor()
  const field = first.getByRole('textbox', { name: 'Add a note' })
  await field.fill('A passer-by is with him.')
  await field.press('Control+Enter')
  for (const page of [first, second]) await page.getByText('Asha Rao: A passer-by is with him.').waitFor()
  // The news may come by the stream before the answer, and only the answer empties the field.
  await eventually(() => field.inputValue()).toBe('')
})

test('a note whose response was lost is sent once, and an error keeps the draft', async () => {
  const id = await raise()
  const page = await open(at.asha, `/qr-alerts/${id}`)
  await page.getByRole('textbox', { name: 'Add a note' }).fill('Gate is locked.')
  await page.route('**/trpc/alerts.addNote**', async (route) => {
    await route.fetch({ maxRetries: 3 })
    await route.abort()
  })
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('textbox', { name: 'Add a note' }).and(page.locator('[aria-invalid=true]')).waitFor()
  expect(await page.getByRole('textbox', { name: 'Add a note' }).inputValue()).toBe('Gate is locked.')
  await page.unroute('**/trpc/alerts.addNote**')
  await page.getByRole('button', { name: 'Add note' }).click()
  await eventually(() => page.getByRole('textbox', { name: 'Add a note' }).inputValue()).toBe('')
  await page.reload()
  await page.getByText('Asha Rao: Gate is locked.').waitFor()
  expect(await page.getByText('Asha Rao: Gate is locked.').count()).toBe(1)
})

test('an alert that is put back rings on the colleague’s console again and can be claimed there', async () => {
  const id = await raise()
  const first = await open(at.asha, `/qr-alerts/${id}`)
  const second = await open(at.vikram)
  await first.getByRole('button', { name: 'Claim' }).click()
  const card = second.getByRole('article', { name: 'Ravi Kumar' })
  await card.getByText('Asha Rao claimed it at').waitFor()
  await arm(second)
  await eventually(() => sirens(second)).toBe(0)
  await first.getByRole('button', { name: 'Put back' }).click()
  await first.getByText('No operator yet').waitFor()
  await eventually(() => sirens(second)).toBe(1)
  await card.getByRole('button', { name: 'Claim' }).click()
  await first.getByText('Vikram Rao claimed it at').waitFor()
  // What a colleague has is not hers to put back.
  expect(await first.getByRole('button', { name: 'Put back' }).count()).toBe(0)
  await first.getByText('Asha Rao put the alert back.').waitFor()
})

test('every press of an alert is listed with its number and how far it was from the place', async () => {
  const { id, subscriber } = await raisedAlert(at.world, { nowhere: true })
  await press(at.world.url, subscriber.sticker.token, { latitude: 19.07598, longitude: 72.87766, accuracy: 18 })
  await press(at.world.url, subscriber.sticker.token, {
    latitude: 19.07823,
    longitude: 72.87766,
    first_respondent_phone: '9876543210',
    pressed_ms_ago: 125_000,
  })
  const page = await open(at.asha, `/qr-alerts/${id}`)
  const list = page.getByRole('region', { name: 'Reports' })
  await list.getByText('3 reports').waitFor()
  const last = list.getByRole('listitem').last()
  await last.getByText("250 m from the alert's place").waitFor()
  await last.getByText(/the phone had no network for 2:05\.$/).waitFor()
  expect(await last.getByRole('link', { name: '98765 43210' }).getAttribute('href')).toBe('tel:+919876543210')
})

test('two places far apart are said on card and page, and the operator chooses one of them', async () => {
  const { id, subscriber } = await raisedAlert(at.world, { nowhere: true })
  await press(at.world.url, subscriber.sticker.token, { latitude: 12.9716, longitude: 77.5946, accuracy: 40 })
  await press(at.world.url, subscriber.sticker.token, { latitude: 28.6139, longitude: 77.209, accuracy: 0 })
  const board = await open(at.asha)
  await board.getByText('Two places reported').first().waitFor()
  const page = await open(at.asha, `/qr-alerts/${id}`)
  await page.getByText('Two places reported').waitFor()
  const last = page.getByRole('region', { name: 'Reports' }).getByRole('listitem').last()
  await last.getByRole('button', { name: 'Use this place' }).click()
  await page.getByText('The place of the alert is set.').waitFor()
  await page.getByText('Two places reported').waitFor({ state: 'detached' })
  await page.getByText(/Asha Rao set the place to the one reported at/).waitFor()
  const place = page.getByRole('region', { name: 'Alert', exact: true })
  await place.getByText('28.61390, 77.20900').waitFor()
})

test('a shift note is above the alerts of every board, with the count of open ones', async () => {
  await raise()
  const page = await open(at.asha)
  await fromMenu(page, 'Write handover note')
  const writing = page.getByRole('dialog', { name: 'Write handover note' })
  await writing.getByText('Alerts: 1 open, 1 not claimed.').waitFor()
  await writing.getByRole('button', { name: 'Save note' }).click()
  await writing.getByText('Please write the note.').waitFor()
  await writing.getByRole('textbox').fill('KA01AB0001 is in repair.\nCall the Kumar family at nine.')
  await writing.getByRole('button', { name: 'Save note' }).click()
  await writing.waitFor({ state: 'detached' })
  const colleague = await open(at.vikram)
  for (const each of [page, colleague]) {
    const strip = each.getByRole('region', { name: 'Handover note' })
    await strip.getByText('KA01AB0001 is in repair.').waitFor()
    await strip.getByText(/^Asha Rao, \d\d \w{3,4} \d{4}, \d\d:\d\d$/).waitFor()
  }
  await colleague.getByRole('button', { name: 'All notes' }).click()
  const all = colleague.getByRole('dialog', { name: 'Handover notes' })
  await all.getByText('Call the Kumar family at nine.').waitFor()
})
