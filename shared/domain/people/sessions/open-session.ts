import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { SessionOutput, SignedInUser } from '../../../contracts/accounts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { randomToken, sha256 } from '../../../platform/secrets.ts'
import { insertAudit } from '../../audit/write-audit.ts'
import { makeAccessToken } from './access-token.ts'
import { makeRefreshToken } from './refresh-token.ts'
import { sessionExpiry } from './session-expiry.ts'

/** The first factor and, for a user with one, the second. */
type LoginWay = `${'otp' | 'password'}${'' | '+totp' | '+recovery'}`

interface OpenedSession {
  ctx: Pick<Ctx, 'db' | 'config' | 'ip' | 'user_agent'>
  user: SignedInUser
  how: LoginWay
}

/**
 * Begins a session for a user who has just proved who they are (`how`, for the audit) and returns both tokens. Runs in
 * the caller's transaction: no session without the code being used up. One that a first password opened ends with it.
 */
export async function openSession({ ctx, user, how }: OpenedSession): Promise<SessionOutput> {
  const session_id = randomUUID()
  const root = randomToken()
  await sql`/* prepared */
    with session as (
      insert into sessions (id, user_id, refresh_hash, user_agent, ip, expires_at, first_password)
      select ${session_id}::uuid, id, ${sha256(root)}::bytea, ${ctx.user_agent}::text, ${ctx.ip}::text,
        ${sessionExpiry(sql`role`, sql`now()`)}, ${how.startsWith('password')}::boolean and password_expires_at is not null
      from users where id = ${user.id}
    )
    ${insertAudit(
      { actor: null, ip: ctx.ip },
      { action: 'session.opened', subject: 'user', subject_id: user.id, actor_id: user.id, detail: { how } },
    )}`.execute(ctx.db)
  return {
    access: await makeAccessToken(ctx.config, { user_id: user.id, session_id }),
    refresh: await makeRefreshToken(ctx.config, { session_id, root, generation: 0 }),
    user,
  }
}
