import { type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '../../../contracts/lists.ts'
import type { StaffRow } from '../../../contracts/staff.ts'
import type { Db } from '../../../platform/database/database.ts'
import { moment } from '../../records/lists/export-listed.ts'
import { declareList } from '../../records/lists/declare-list.ts'
import { eachWord, peopleTerm } from '../../records/lists/search-term.ts'
import { PERSON_COLUMNS, usersOf } from '../../records/lists/users-of.ts'

const declare = (role: 'staff' | 'admin') =>
  declareList<ListQuery, StaffRow>({
    name: role,
    path: `/api/users/${role}s/`,
    listed: ({ ctx, input }) => usersOf(ctx.db, role, input.search ? matches(input.search) : null, input.sort),
    rows: (ctx, ids) => peopleRows(ctx.db, ids),
    columns: [...PERSON_COLUMNS, moment('u.created_at')],
  })

/** The active staff members and admins, newest first or by name; search by name, e-mail or phone number. */
export const people = { staff: declare('staff'), admin: declare('admin') }

/** Staff members and admins of these ids, in no order. */
export async function peopleRows(db: Db, ids: number[]): Promise<StaffRow[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('second_factors as f', 'f.user_id', 'users.id')
    .select(['id', 'email', 'phone_number', 'password_expires_at'])
    .select(sql<boolean>`f.enrolled_at is not null`.as('second_factor'))
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => ({ ...row, password_expires_at: row.password_expires_at?.toISOString() ?? null }))
}

// The empty text keeps the trigram index of all subscribers out of a search among a few dozen people.
const matches = (search: string): RawBuilder<unknown> =>
  eachWord(peopleTerm(search), (pattern) => sql`(u.search || '') like ${pattern}`)
