import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAmbulance, raisedAlert, relativesToken, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { newPhone } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { alertDesk, send } from '../journeys/alert-desk.ts'
import { visit, visitOnPhone } from '../journeys/browser.ts'

const { world, browser, asha } = await alertDesk()

const phone = (path: string, options = {}) => visitOnPhone(browser, `${world.url}${path}`, options)
const notified = (page: Page) => page.getByRole('region', { name: 'Who was notified' })
const seconds = (count: number) => world.advanceTime(count * 1000)

/** An alert that Asha has claimed, whose relatives have their message. */
async function claimed() {
  const alert = await raisedAlert(world, { relatives: [newPhone()] })
  const [relative] = alert.subscriber.relatives
  await until('the relative has the SMS', async () => (await smsTo(world, relative!)).length > 0)
  await call(world.url, `/api/qr/alerts/${alert.id}/claim/`, { body: {}, access: asha.access })
  return { ...alert, relative: relative! }
}
/** Does what the person does who is called, as the button of the development inbox sends it. */
async function answerCall(to: string, action: 'Press 1' | 'No answer') {
  const { id } = await until('the phone rings', async () =>
    world.db
      .selectFrom('messages')
      .select('id')
      .where('to_phone', '=', to)
      .where('channel', '=', 'voice')
      .where('state', '=', 'sent')
      .executeTakeFirst(),
  )
  const pressed = await fetch(`${world.url}/dev/messages/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ action }),
  })
  expect(pressed.status).toBe(200)
}

test('a relative confirms by the own link, which the operator reads at once', async () => {
  const { id } = await claimed()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await operator.getByRole('link', { name: '0 of 1 relatives notified' }).waitFor()
  const page = await phone(`/t/${await relativesToken(world, id)}?lang=en`)
  await page.getByText('The call centre sees that you have read this.').waitFor()
  expect(await page.getByRole('button', { name: 'I have read this' }).count()).toBe(0)
  await operator.getByRole('link', { name: '1 of 1 relatives notified' }).waitFor()
  await notified(operator).getByText('Confirmed').waitFor()
})

test('a relative whose SMS has no receipt is called and confirms by key', async () => {
  const { id, relative } = await claimed()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await notified(operator)
    .getByText(/^Call in \d+ s$/)
    .waitFor()
  await seconds(61)
  await answerCall(relative, 'Press 1')
  await notified(operator).getByText('Confirmed').waitFor()
  await notified(operator).getByText('Notified', { exact: true }).waitFor()
  await operator.getByText('Call to Meena Kumar: confirmed.').waitFor()
})

test('a relative not reached is red with a call button, and a call clears it', async () => {
  const { id } = await claimed()
  const ambulance = await createAmbulance(world)
  await seconds(181)
  await call(world.url, `/api/qr/alerts/${id}/dispatch/`, {
    body: { ambulance_id: ambulance.id },
    access: asha.access,
  })
  const board = await visit(browser, world, '/qr-alerts', { as: asha, phone: true })
  const card = board.locator(`[data-alert="${id}"]`)
  await card.getByText(`1 relative not reached; ${ambulance.vehicle_number} asked`).waitFor()
  await board.close()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await operator.getByRole('link', { name: '0 of 1 relatives notified, 1 not reached' }).waitFor()
  await notified(operator).getByText('1 not reached').waitFor()
  const button = notified(operator).getByRole('link', { name: 'Call Meena Kumar' })
  expect(await button.getAttribute('href')).toMatch(/^tel:\+91\d{10}$/)
  await notified(operator).getByRole('button', { name: 'Called by phone: Meena Kumar' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Call to Meena Kumar' })
  await dialog.getByRole('button', { name: 'Reached' }).click()
  await dialog.getByRole('button', { name: 'Note the call' }).click()
  await operator.getByRole('link', { name: '1 of 1 relatives notified' }).waitFor()
  await button.waitFor({ state: 'detached' })
  await call(world.url, `/api/qr/alerts/${id}/`, {
    method: 'PATCH',
    body: { status: 'REJECTED', description: 'Over' },
    access: asha.access,
  })
})

test('a silent driver is called, then one click sends the next candidate instead', async () => {
  const first = await createAmbulance(world, { base_km: 1 })
  const next = await createAmbulance(world, { base_km: 3 })
  const { id } = await claimed()
  // Asha stays at her console.
  const present = { console_armed_at: new Date(Date.now() + 3_600_000) }
  await world.db.updateTable('sessions').set(present).where('user_id', '=', asha.id).execute()
  const operator = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  const ambulances = operator.getByRole('region', { name: 'Ambulance' })
  await send(operator, first.vehicle_number)
  await ambulances.getByText('Asked, no answer yet').waitFor()
  await seconds(16)
  await answerCall(first.driver_phone, 'No answer')
  // On a machine that takes half a minute for this it says the second by then.
  await notified(operator)
    .getByText(/No answer|not reached/i)
    .first()
    .waitFor()
  await seconds(30)
  await operator.reload()
  await operator.getByText(`Driver of ${first.vehicle_number} not reached by SMS or call`).first().waitFor()
  await operator.getByRole('button', { name: 'Send the next' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Send another to Ravi Kumar?' })
  await dialog.getByText(`${first.vehicle_number} is then called off.`).waitFor()
  await dialog.getByRole('button', { name: `Send ${next.vehicle_number}` }).click()
  await ambulances.getByText(`${first.vehicle_number} was called off`).waitFor()
  await ambulances.getByText(next.vehicle_number).first().waitFor()
})
