import { LIMITS } from '@tvarit/shared/contracts/limits'
import { createPerson, createSticker, createSubscriber } from './people.ts'
import type { World } from './world.ts'

export const PEOPLE: [
  first_name: string,
  last_name: string,
  state: string,
  starts: number,
  gold?: true,
  office?: true,
][] = [
  ['Ravi', 'Kumar', 'Gujarat', -700],
  ['Meera', 'Kumar', 'Kerala', -350, true],
  ['meera', 'Shah', 'Gujarat', -345, true, true],
  ['Om', 'Kumar', 'Tamil Nadu', -10],
  ['Asha', 'Goan', 'Goa', -10],
  ['Éva', 'Nair', 'Kerala', 0, true],
  ['Om', 'Kumar', 'Gujarat', 0],
]

/** A day so many days from today in India. */
export const dayAt = (days: number): string =>
  new Date(Date.now() + 19_800_000 + days * 86_400_000).toISOString().slice(0, 10)

/** Creates the subscribers of `PEOPLE`, those of the office registered by `staff`, and nine coupons. Ids in the order of `PEOPLE`. */
export async function createVariedSubscribers(world: World, staff: { id: number }): Promise<number[]> {
  const ids: number[] = []
  for (const [first_name, last_name, state, starts, gold, office] of PEOPLE) {
    const { id } = await createSubscriber(world, { first_name })
    const [start_date, end] = [dayAt(starts), dayAt(starts + LIMITS.term_days)]
    await world.db.updateTable('users').set({ last_name }).where('id', '=', id).execute()
    await world.db
      .updateTable('subscriber_profiles')
      .set({ state, start_date, ending_date: end, registered_by: office ? staff.id : null })
      .where('user_id', '=', id)
      .execute()
    await world.db
      .updateTable('subscriptions')
      .set({ start_date, end_date: end, plan: gold ? 'GOLD' : 'BASIC' })
      .where('user_id', '=', id)
      .execute()
    ids.push(id)
  }
  const retailer = await createPerson(world, 'retailer')
  await world.db
    .updateTable('subscriber_profiles')
    .set({ seller_id: retailer.id })
    .where('user_id', 'in', [ids[3]!, ids[4]!])
    .execute()
  for (let n = 0; n < 9; n++) await createSticker(world)
  await world.pool.query('analyze')
  return ids
}
