import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { SessionOutput, SignedInUser } from '../../contracts/accounts.ts'
import type { Ctx } from '../../platform/context.ts'
import { sha256 } from '../../platform/secrets.ts'
import { makeAccessToken } from './access-token.ts'
import { makeRefreshToken, newRoot } from './refresh-token.ts'
import { sessionExpiry } from './session-lifetime.ts'

/** The first factor and, for whoever has one, the second. */
type LoginWay = `${'otp' | 'password'}${'' | '+totp' | '+recovery'}`

type SessionCtx = Pick<Ctx, 'db' | 'config' | 'ip' | 'user_agent'>

/**
 * Begins a session for somebody who has just proved who they are (`how`, for the audit) and gives both tokens. Runs in
 * the caller's transaction: no session without the code being used up.
 */
export async function openSession(ctx: SessionCtx, user: { id: number }, how: LoginWay): Promise<SessionOutput> {
  const session = await openSessionOf(ctx, sql`person as (select * from users where id = ${user.id})`, how)
  if (!session) throw new Error(`There is no user ${user.id}`)
  return session
}

/**
 * The same for the row of `users` that common table expressions find under the name `person`: proof, session and audit
 * are then one statement. Null when they find nobody.
 */
export async function openSessionOf(
  ctx: SessionCtx,
  finding: RawBuilder<unknown>,
  how: LoginWay,
): Promise<SessionOutput | null> {
  const session_id = randomUUID()
  const root = newRoot()
  const opened = await sql<SignedInUser>`/* prepared */
    with ${finding},
    session as (
      insert into sessions (id, user_id, refresh_hash, user_agent, ip, expires_at)
      select ${session_id}, id, ${sha256(root.toString('hex'))}, ${ctx.user_agent}, ${ctx.ip},
        ${sessionExpiry(sql`role`, sql`now()`)}
      from person
    ),
    noted as (
      insert into audit_log (actor_id, action, subject, subject_id, detail, ip)
      select id, 'session.opened', 'user', id, ${JSON.stringify({ how })}::jsonb, ${ctx.ip} from person
    )
    select id, first_name, last_name, email, phone_number, role from person`.execute(ctx.db)
  const user = opened.rows[0]
  if (!user) return null
  return {
    access: await makeAccessToken(ctx.config, { user_id: user.id, session_id }),
    refresh: makeRefreshToken(ctx.config, { session_id, root, generation: 0 }),
    user,
  }
}
