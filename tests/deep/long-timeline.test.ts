import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { eventually, visit, fileBrowser } from '../journeys/browser.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()

test('a long timeline shows its newest entries, and earlier ones when they are asked for', async () => {
  const asha = await createPerson(world, 'staff', 'Asha')
  const { id } = await press(world.url, (await createSubscriber(world)).sticker.token)
  await world.pool.query(
    `insert into alert_events (alert_id, kind, detail)
     select $1, 'note', jsonb_build_object('note', 'Note ' || place) from generate_series(1, 250) as place`,
    [id],
  )
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await page.getByText('Note 250', { exact: false }).waitFor()
  expect(await page.getByText('Alert raised by a bystander.').count()).toBe(0)
  const earlier = page.getByRole('button', { name: 'Earlier entries' })
  await earlier.click()
  await eventually(() => page.getByText('Alert raised by a bystander.').count()).toBe(1)
  expect(await earlier.count()).toBe(0)
  expect(await page.getByText(/^A person: Note \d+$/).count()).toBe(250)
})
