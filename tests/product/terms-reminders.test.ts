import { remindOfRenewal } from '@tvarit/shared/domain/subscribers/plans/remind-of-renewal'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { termCalls } from '../harness/terms.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const admin = await createPerson(world, 'admin', 'Meera')
const { dayIn, renew } = termCalls(world, admin)

/** Ten in the morning in India, so many days before a term ends. */
const morningBefore = (end_date: string, days: number): Date => {
  const moment = new Date(`${end_date}T04:30:00Z`)
  moment.setUTCDate(moment.getUTCDate() - days)
  return moment
}
const remind = (now: Date) => remindOfRenewal({ ctx: world.ctx(), input: { now } })
const reminders = async (user_id: number) =>
  (
    await world.db
      .selectFrom('messages')
      .select(['params', 'to_phone'])
      .where('user_id', '=', user_id)
      .where('template', '=', 'renewal_reminder')
      .orderBy('id')
      .execute()
  ).map(({ params }) => (params as { days: number }).days)

/** Ends far in the future, so that the worker's own sweep stays out of it. */
async function futureTerm(): Promise<{ id: number; end_date: string; phone_number: string }> {
  const subscriber = await createSubscriber(world, { ends_in_days: 5000 })
  const end_date = await dayIn(5000)
  await world.db
    .updateTable('subscriptions')
    .set({ next_reminder_on: sql<string>`end_date - 30` })
    .where('user_id', '=', subscriber.id)
    .execute()
  return { id: subscriber.id, end_date, phone_number: subscriber.phone_number }
}

test('a subscriber is reminded 30, 7 and 1 days before the end, once each, and in the daytime', async () => {
  const { id, end_date } = await futureTerm()
  const night = new Date(morningBefore(end_date, 30).getTime() - 2 * 3_600_000)
  const days = [31, 30, 30, 29, 8, 7, 7, 2, 1, 1, 0, -1]
  await remind(night)
  expect(await reminders(id)).toEqual([])
  for (const before of days) await remind(morningBefore(end_date, before))
  expect(await reminders(id)).toEqual([30, 7, 1])
})

test('a person who was missed is reminded late with the days that are left, and once', async () => {
  const { id, end_date } = await futureTerm()
  for (const before of [5, 5, 4]) await remind(morningBefore(end_date, before))
  expect(await reminders(id)).toEqual([5])
  await remind(morningBefore(end_date, -3))
  expect(await reminders(id)).toEqual([5])
})

test('a person who renewed or was removed is not reminded of the old term', async () => {
  const renewed = await futureTerm()
  await renew(renewed.id, { ending_date: renewed.end_date })
  const removed = await futureTerm()
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', removed.id).execute()
  await Promise.all([remind(morningBefore(renewed.end_date, 7)), remind(morningBefore(renewed.end_date, 7))])
  expect([await reminders(renewed.id), await reminders(removed.id)]).toEqual([[], []])
})
