import { sql } from 'kysely'
import type { COUPON_STATUSES } from '../../../contracts/coupons.ts'
import type { Role } from '../../../contracts/roles.ts'
import type { Db } from '../../../platform/database/database.ts'

/** Kept counts, without counting rows: active users by role, coupons by status (see the migration `lists`). */
export type TallyName = `users.${Role}` | `coupons.${(typeof COUPON_STATUSES)[number]}`

/** The sum of the tallies of these names: exact at any moment, and as fast as its few rows. */
export async function readTally(db: Db, ...names: TallyName[]): Promise<number> {
  const { total } = await db
    .selectFrom('tallies')
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('total'))
    .where('name', 'in', names)
    .executeTakeFirstOrThrow()
  return total
}

/** The same as the count of a list. */
export const tallyCount = async (db: Db, ...names: TallyName[]): Promise<{ count: number; capped: boolean }> => ({
  count: await readTally(db, ...names),
  capped: false,
})
