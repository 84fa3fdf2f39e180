import { CompiledQuery } from 'kysely'
import type { Actor, Ctx } from '../../platform/context.ts'
import { readAccessToken } from './access-token.ts'

// Written by hand and by the primary key alone: this runs before every signed-in request.
const FIND = `/* prepared */ select u.id, u.role, u.first_name, s.id as session_id
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.ended_at is null and s.expires_at > now() and u.deleted_at is null`

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
