import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newPhone } from '../harness/people.ts'
import { freshConsoles } from './fresh-consoles.ts'
import { eventually, sirens } from './browser.ts'

const at = await freshConsoles()

/** An SMS to a person on call that every provider rejected. */
const failedSms = (name: string) =>
  at.world.db
    .insertInto('messages')
    .values({
      template: 'screens_lost',
      to_phone: newPhone(),
      params: JSON.stringify({ time: '14:05', count: 0, url: 'https://tvarit.example/qr-alerts' }),
      recipient_name: name,
      recipient_relation: 'On call',
      dedupe_key: `staff-not-reached:${name}`,
      state: 'failed',
      attempts: 8,
      failed_at: sql`now()`,
      expires_at: sql`now() + interval '10 minutes'`,
    })
    .execute()

test('an SMS to the on-call person that failed for good rings on every console until dismissed', async () => {
  await failedSms('Ravi')
  const page = await at.board(at.asha)
  const other = await at.board(at.vikram, '/dashboard')
  for (const each of [page, other]) {
    await each.getByRole('region', { name: 'Staff not reached' }).getByText('SMS to Ravi failed at').waitFor()
    await eventually(() => sirens(each)).toBe(1)
  }
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => sirens(page)).toBe(0)
  expect(await page.getByRole('region', { name: 'Staff not reached' }).count()).toBe(0)
  expect(await sirens(other)).toBe(1)
})
