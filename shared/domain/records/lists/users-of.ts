import { type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '../../../contracts/lists.ts'
import type { Role } from '../../../contracts/roles.ts'
import type { Db } from '../../../platform/database/database.ts'
import { tallyCount } from '../tallies/read-tallies.ts'
import type { Listed } from './find-page.ts'
import { typed } from './export-listed.ts'
import { byName, orderOf } from './order.ts'

export const PERSON_NAME = sql`u.first_name || ' ' || u.last_name`

/** Of a user `u`, in each file of people. */
export const PERSON_COLUMNS = ['u.id', typed('u.first_name'), typed('u.last_name'), typed('u.email'), 'u.phone_number']

/**
 * The active users of one role (as `u`), newest first or by name, for staff and the sales chain. They are at most some ten
 * thousand, so a search reads them all by the index of roles. Without a condition their number is a tally.
 */
export const usersOf = (
  db: Db,
  role: Role,
  condition: RawBuilder<unknown> | null,
  sort: ListQuery['sort'] = '-created_at',
): Listed => ({
  from: sql`users u where u.deleted_at is null and u.role = ${role} and ${condition ?? sql`true`}`,
  order: orderOf(sort, sql`u.id`, { name: byName(PERSON_NAME), created_at: null }),
  count: condition ? undefined : () => tallyCount(db, `users.${role}`),
})
