import { sql } from 'kysely'
import type { Actor, Ctx } from '../../../platform/context.ts'
import { readAccessToken } from './access-token.ts'
import { firstPasswordOver } from './first-password-over.ts'

// Raw SQL, as this runs before every signed-in request: two probes of primary keys, whatever the statistics of the
// tables. A join walked through all users when there were few sessions; the limit of the lateral join prevents that.
const find = (session_id: string) => sql<Actor>`/* prepared */ select u.id, u.role, u.first_name, s.id as session_id
  from sessions s cross join lateral (select * from users where id = s.user_id limit 1) u
  where s.id = ${session_id}::uuid and s.ended_at is null and s.expires_at > now() and u.deleted_at is null
    and not ${firstPasswordOver}`

/**
 * The user a bearer token names, or null. Session, user and role are read at each call and never cached. So a user is
 * out at once when removed, logged out or given another role, or when the first password has expired.
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
  const found = await find(token.session_id).execute(ctx.db)
  const actor = found.rows[0]
  return actor?.id === token.user_id ? actor : null
}
