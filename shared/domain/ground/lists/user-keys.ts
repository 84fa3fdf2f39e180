import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Role } from '../../../contracts/roles.ts'
import type { Db } from '../../../platform/database.ts'
import { readTally } from '../tallies/read-tallies.ts'
import { beyondId, direction, type IdKey } from './order.ts'
import { cappedCount, type Found, type Range } from './read-page.ts'

/**
 * The living people of one role (as `u`), newest first, for the lists of those we employ or sell through: at most some
 * ten thousand, so a search reads them all by the index of roles. `condition` null lists everybody of the role, whose
 * number is a tally.
 */
export async function userKeys(
  db: Db,
  range: Range<IdKey>,
  role: Role,
  condition: RawBuilder<unknown> | null,
): Promise<Found<IdKey>> {
  const matching = sql`users u where u.deleted_at is null and u.role = ${role} and ${condition ?? sql`true`}`
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`
      select u.id from ${matching} and ${beyondId('u.id', range)}
      order by u.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    condition === null
      ? readTally(db, `users.${role}`).then((count) => ({ count, capped: false }))
      : sql<{ found: number }>`
          select count(*) as found from (select from ${matching} limit ${LIMITS.count_most + 1}) match`
          .execute(db)
          .then(({ rows }) => cappedCount(rows[0]!.found)),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), ...counted }
}
