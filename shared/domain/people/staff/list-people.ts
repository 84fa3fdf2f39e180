import { sql } from 'kysely'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { StaffRow } from '../../../contracts/staff.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { idKey } from '../../ground/lists/order.ts'
import { inOrder, readPage } from '../../ground/lists/read-page.ts'
import { peopleTerm } from '../../ground/lists/search-term.ts'
import { userKeys } from '../../ground/lists/user-keys.ts'

/** Staff members or admins, newest first; search by name, e-mail or phone number. */
export function listPeople(
  ctx: SignedInCtx,
  input: ListQuery,
  role: 'staff' | 'admin',
  path: string,
): Promise<ListPage<StaffRow>> {
  // The empty text keeps the trigram index of all subscribers out of a search among a few dozen people.
  const condition = input.search ? sql`(u.search || '') like ${peopleTerm(input.search).pattern}` : null
  return readPage(input, {
    path,
    key: idKey,
    find: (range) => userKeys(ctx.db, range, role, condition),
    async rows(keys) {
      const ids = keys.map(([id]) => id)
      const rows = await ctx.db
        .selectFrom('users')
        .leftJoin('second_factors as f', 'f.user_id', 'users.id')
        .select(['id', 'email', 'phone_number', 'password_expires_at'])
        .select(sql<boolean>`f.enrolled_at is not null`.as('second_factor'))
        .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
        .where('id', 'in', ids)
        .execute()
      const shown = rows.map((row) => ({ ...row, password_expires_at: row.password_expires_at?.toISOString() ?? null }))
      return inOrder(ids, shown, (row) => row.id)
    },
  })
}
