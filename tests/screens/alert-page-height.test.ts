import { expect, test } from 'vitest'
import { assign, createAmbulance, SCENE } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { alertDesk, sendButtons } from '../journeys/alert-desk.ts'
import { eventually } from '../journeys/browser.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

const { world, asha, open } = await alertDesk()

test('the page of an alert with five relatives is short: 1,800 px on a desk, 4,000 on a phone', async () => {
  for (const base_km of [1, 2, 3, 4, 5]) await createAmbulance(world, { base_km })
  const { id: user_id, sticker } = await createSubscriber(world)
  const friends = {
    friend1_name: 'Anil Verma',
    friend1_mobile: newPhone(),
    friend2_name: 'Bela Thomas',
    friend2_mobile: newPhone(),
    friend3_name: 'Chandra Iyer',
    friend3_mobile: newPhone(),
  }
  await world.db.updateTable('subscriber_profiles').set(friends).where('user_id', '=', user_id).execute()
  const report = { ...SCENE, accuracy: 12, landmark: 'Gate 3', first_respondent_phone: newPhone() }
  const { id } = await press(world.url, sticker.token, report)
  const sent = async (template: string, least: number) =>
    until(`${template} is sent`, async () => {
      const rows = await world.db
        .selectFrom('messages')
        .select(['state', 'template'])
        .where('alert_id', '=', id)
        .execute()
      return rows.filter((row) => row.template.startsWith(template) && row.state === 'sent').length >= least
    })
  await sent('relative_alert', 5)
  await call(world.url, `/api/qr/alerts/${id}/claim/`, { body: {}, access: asha.access })
  const page = await open(id)
  const fits = async () => {
    for (const [width, most] of [
      [1440, 1800],
      [390, 4000],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await eventually(() => page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(most)
    }
  }
  await sendButtons(page).nth(4).waitFor()
  await fits()
  // A line of several messages opens.
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('SMS sent to 5 relatives').click()
  await timeline.getByText('Message to Bela Thomas: sent.').waitFor()
  // With all that an ambulance brings: its driver, its steps, and messages to each relative.
  const { id: ambulance_id } = await world.db.selectFrom('ambulances').select('id').executeTakeFirstOrThrow()
  await assign(world, asha, id, { ambulance_id })
  for (const step of ['ACCEPTED', 'EN_ROUTE', 'AT_SCENE', 'TRANSPORTING'])
    await call(world.url, `/api/qr/alerts/${id}/dispatch/steps/`, { body: { step }, access: asha.access })
  await sent('relative_dispatch', 5)
  await timeline.getByText('on the way to the hospital').waitFor()
  await fits()
  const notified = page.getByRole('region', { name: 'Who was notified' })
  await notified.getByRole('button', { name: 'Messages to Bela Thomas' }).click()
  await notified.getByText('Ambulance: SMS sent').waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
})
