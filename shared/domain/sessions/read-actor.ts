import { CompiledQuery } from 'kysely'
import type { Actor, Ctx } from '../../platform/context.ts'
import { readAccessToken } from './access-token.ts'

// Written by hand, as this runs before every signed-in request: two probes of primary keys, whatever PostgreSQL believes
// about the sizes of the tables. A join of both walked through all people when there were few sessions.
const FIND = `/* prepared */ select id, role, first_name, $1::uuid as session_id from users
  where id = (select user_id from sessions where id = $1 and ended_at is null and expires_at > now())
    and deleted_at is null`

/**
 * Who a bearer token names, or null. Session, person and role are read at each call and never cached, so that somebody
 * who was removed, logged out or given another role is out at once.
 */
export async function readActor({
  ctx,
  access,
}: {
  ctx: Pick<Ctx, 'db' | 'config'>
  access: string
}): Promise<Actor | null> {
  const token = await readAccessToken(ctx.config, access)
  if (!token) return null
  const found = await ctx.db.executeQuery<Actor>(CompiledQuery.raw(FIND, [token.session_id]))
  const actor = found.rows[0]
  return actor?.id === token.user_id ? actor : null
}
