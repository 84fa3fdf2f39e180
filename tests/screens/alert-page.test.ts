import { digipinOf } from '@tvarit/shared/contracts/digipin'
import { appendEvent } from '@tvarit/shared/domain/alerts/append-event'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { assign, createAmbulance, raisedAlert, SCENE, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { alertDesk, ambulances, sendButtons, sheet } from '../journeys/alert-desk.ts'
import { eventually, visit } from '../journeys/browser.ts'

const { world, browser, asha, open } = await alertDesk()

test('call script and candidates are on the first screen at 1440 x 900, records at the end', async () => {
  for (const base_km of [1, 2, 3, 4, 5]) await createAmbulance(world, { base_km })
  const { sticker } = await createSubscriber(world, { first_name: 'Venkatanarasimharaju' })
  const report = { ...SCENE, accuracy: 20, landmark: 'Gate 3, opposite the temple', language: 'hi' }
  const { id } = await press(world.url, sticker.token, { ...report, first_respondent_phone: '9876543210' })
  const page = await open(id)
  await page.setViewportSize({ width: 1440, height: 900 })
  await sendButtons(page).nth(4).waitFor()
  const first = [
    page.getByRole('heading', { level: 1, name: 'Venkatanarasimharaju Kumar' }),
    page.getByText('No operator yet'),
    page.getByRole('button', { name: 'Claim' }),
    sheet(page)
      .getByText(/Bengaluru.*Karnataka/)
      .first(),
    sheet(page).getByText('Gate 3, opposite the temple'),
    sheet(page).getByText('12.97000, 77.59000'),
    sheet(page).getByText('within 20 m'),
    sheet(page).getByText(`DIGIPIN ${digipinOf(SCENE.latitude, SCENE.longitude)}`),
    sheet(page).getByRole('link', { name: '98765 43210' }),
    sheet(page).getByRole('link', { name: 'Call the bystander' }),
    sheet(page).getByText('Reads Hindi'),
    sheet(page).getByRole('link', { name: 'Call the subscriber' }),
    sheet(page).getByText(/Diabetes SECRET-HEALTH/),
    sheet(page).getByRole('group', { name: /Map of the alert/ }),
    ...(await sendButtons(page).all()),
  ]
  for (const each of first) {
    await each.waitFor()
    const box = (await each.boundingBox())!
    expect([await each.textContent(), box.y >= 0, box.y + box.height <= 900]).toEqual([expect.anything(), true, true])
  }
  const record = (await page.getByRole('region', { name: 'QR code' }).boundingBox())!
  const notes = (await page.getByRole('region', { name: 'Who was notified' }).boundingBox())!
  expect(record.y).toBeGreaterThan(notes.y)
})

test.each([320, 390])('at %i px an alert that has waited long fits, on its page and on the board', async (width) => {
  const { sticker } = await createSubscriber(world, { first_name: 'Venkatanarasimharaju' })
  const { id } = await press(world.url, sticker.token, SCENE)
  const since = new Date(Date.now() - 24 * 60_000)
  await alterAlerts(world, { escalation_level: 3, timestamp: since, waiting_since: since }, id)
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha, phone: true })
  await page.setViewportSize({ width, height: 844 })
  const fits = async (part: Locator) => {
    await part.getByText('Escalated 3 times').waitFor()
    for (const each of [part, ...(await part.locator('button, [role=timer], .ant-tag').all())]) {
      const box = (await each.boundingBox())!
      expect([await each.textContent(), box.x >= 0, box.x + box.width <= width]).toEqual([
        expect.anything(),
        true,
        true,
      ])
    }
  }
  await fits(page.locator('header', { has: page.getByRole('heading', { name: 'Venkatanarasimharaju Kumar' }) }))
  await page.getByRole('link', { name: 'Back' }).click()
  await fits(page.locator(`[data-alert="${id}"]`))
})

test('a note in progress survives Back, for its alert only, and is cleared when sent', async () => {
  const [one, other] = [await raisedAlert(world), await raisedAlert(world)]
  const page = await open(one.id)
  const note = () => page.getByRole('textbox', { name: 'Add a note' })
  await note().fill('The caller stands at the toll gate')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.locator(`a[href="/qr-alerts/${other.id}"]`).first().click()
  await eventually(() => note().inputValue()).toBe('')
  await page.goBack()
  await page.locator(`a[href="/qr-alerts/${one.id}"]`).first().click()
  await eventually(() => note().inputValue()).toBe('The caller stands at the toll gate')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Asha Rao: The caller stands at the toll gate').waitFor()
  await page.goto(`${world.url}/qr-alerts`)
  await page.locator(`a[href="/qr-alerts/${one.id}"]`).first().click()
  await note().waitFor()
  expect(await note().inputValue()).toBe('')
})

test('when the ride is done the page suggests to close the alert, with a true sentence', async () => {
  const { id: ambulance_id, vehicle_number } = await createAmbulance(world)
  await createAmbulance(world)
  const { id } = await raisedAlert(world)
  await assign(world, asha, id, { ambulance_id })
  const page = await open(id)
  await ambulances(page).getByText(vehicle_number).first().waitFor()
  await call(world.url, `/api/qr/alerts/${id}/dispatch/steps/`, { body: { step: 'DONE' }, access: asha.access })
  await ambulances(page).getByText(`${vehicle_number} was done`).waitFor()
  expect(await sendButtons(page).count()).toBe(0)
  await ambulances(page).getByRole('button', { name: 'Close the alert' }).click()
  const text = page.getByRole('dialog').getByRole('textbox')
  await eventually(() => text.inputValue()).toBe('User is safe and assistance has been provided.')
  await page.keyboard.press('Escape')
  await ambulances(page).getByRole('button', { name: 'Send another' }).click()
  await sendButtons(page).first().waitFor()
})

test('a delivered message shows on the page, though nothing on the card changes', async () => {
  const { id, subscriber } = await raisedAlert(world)
  await until('both relatives have the SMS', async () => {
    const texts = await Promise.all(subscriber.relatives.map((phone) => smsTo(world, phone)))
    return texts.every(({ length }) => length > 0)
  })
  // An alert that waits escalates, which the page would read, too.
  await call(world.url, `/api/qr/alerts/${id}/claim/`, { body: {}, access: asha.access })
  const page = await open(id)
  await page.getByRole('link', { name: '0 of 2 relatives notified' }).waitFor()
  const notified = page.getByRole('region', { name: 'Who was notified' })
  expect(await notified.getByText('Delivered').count()).toBe(0)
  const delivered = { state: 'delivered', delivered_at: new Date() } as const
  // One after the other: the page reads the alert once more when it opens, which would show the first.
  for (const [index, phone] of subscriber.relatives.entries()) {
    await world.db.updateTable('messages').set(delivered).where('to_phone', '=', phone).execute()
    await appendEvent(world.db, { alert_id: id, kind: 'message', detail: { recipient: 'Meena', state: 'delivered' } })
    await eventually(() => notified.getByText('Delivered').count()).toBe(index + 1)
  }
})
