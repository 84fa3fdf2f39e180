import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { SessionOutput, SignedInUser } from '../../contracts/accounts.ts'
import type { Ctx } from '../../platform/context.ts'
import { sha256 } from '../../platform/secrets.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { makeAccessToken } from './access-token.ts'
import { makeRefreshToken, newRoot } from './refresh-token.ts'
import { sessionExpiry } from './session-lifetime.ts'

/**
 * Begins a session for somebody who has just proved who they are (`how`, for the audit) and gives both tokens. Runs in
 * the caller's transaction: no session without the code being used up.
 */
export async function openSession(
  ctx: Pick<Ctx, 'db' | 'config' | 'actor' | 'ip' | 'user_agent'>,
  user: SignedInUser,
  how: 'otp' | 'password',
): Promise<SessionOutput> {
  const session_id = randomUUID()
  const root = newRoot()
  await ctx.db
    .insertInto('sessions')
    .values({
      id: session_id,
      user_id: user.id,
      refresh_hash: sha256(root.toString('hex')),
      user_agent: ctx.user_agent,
      ip: ctx.ip,
      expires_at: sessionExpiry(user.role, sql<Date>`now()`),
    })
    .execute()
  await writeAudit(ctx, {
    action: 'session.opened',
    subject: 'user',
    subject_id: user.id,
    detail: { how },
    actor_id: user.id,
  })
  const secret = ctx.config.SECRET_KEY
  return {
    access: await makeAccessToken(secret, { user_id: user.id, session_id }),
    refresh: makeRefreshToken(secret, { session_id, root, generation: 0 }),
    user,
  }
}
