import { type RawBuilder, sql } from 'kysely'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { StaffRow } from '../../../contracts/staff.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { eachWord, peopleTerm } from '../../ground/lists/search-term.ts'
import { findUserPage, usersOf } from '../../ground/lists/find-user-page.ts'

/** The active staff members or admins, newest first or by name; search by name, e-mail or phone number. */
export function listPeople(ctx: SignedInCtx, input: ListQuery, role: 'staff' | 'admin'): Promise<ListPage<StaffRow>> {
  const listed = listedPeople(input, role)
  return readPage(input, {
    path: `/api/users/${role}s/`,
    order: listed.order,
    find: (range) => findUserPage(ctx.db, range, listed, input.search ? null : role),
    rows: (ids) => peopleRows(ctx.db, ids),
  })
}

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

/** What All Staffs and All Admins list. */
export const listedPeople = ({ search, sort }: ListQuery, role: 'staff' | 'admin') =>
  usersOf(role, search ? matches(search) : null, sort)

// The empty text keeps the trigram index of all subscribers out of a search among a few dozen people.
const matches = (search: string): RawBuilder<unknown> =>
  eachWord(peopleTerm(search), (pattern) => sql`(u.search || '') like ${pattern}`)
