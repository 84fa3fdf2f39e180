import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { parentChoiceInput, parentChoices } from '../../../contracts/chain.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { eachWord, peopleTerm } from '../../records/lists/search-term.ts'
import { matchesMember } from './list-chain.ts'

const MOST = 50

/** Active members of a role for an admin to choose a parent from, by name; search by name, phone, e-mail and firm. */
export async function listParentChoices({
  ctx,
  input,
}: VerbArgs<z.output<typeof parentChoiceInput>>): Promise<z.input<typeof parentChoices>> {
  const rows = await ctx.db
    .selectFrom('users as u')
    .innerJoin('distributor_profiles as d', 'd.user_id', 'u.id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'd.firm_name'])
    .where('u.role', '=', input.role)
    .where('u.deleted_at', 'is', null)
    .$if(Boolean(input.search), (query) =>
      query.where(sql<SqlBool>`${eachWord(peopleTerm(input.search!), matchesMember)}`),
    )
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .limit(MOST)
    .execute()
  return rows.map(({ first_name, last_name, ...row }) => ({ ...row, name: `${first_name} ${last_name}`.trim() }))
}
