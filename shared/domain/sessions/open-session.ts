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

/** Where somebody logs in from. */
export type LoginPlace = Pick<Ctx, 'ip' | 'user_agent'>

type SessionCtx = Pick<Ctx, 'db' | 'config'>

/**
 * Begins a session for somebody who has just proved who they are (`how`, for the audit) and gives both tokens. Runs in
 * the caller's transaction: no session without the code being used up.
 */
export async function openSession(
  ctx: SessionCtx & LoginPlace,
  user: { id: number },
  how: LoginWay,
): Promise<SessionOutput> {
  const found = sql`select wanted.*, u.* from wanted, users u where u.id = ${user.id}`
  const [session] = await openSessions(ctx, [ctx], found, how)
  if (!session) throw new Error(`There is no user ${user.id}`)
  return session
}

/**
 * The same for several at once, each from its place, and for whom `finding` finds: rows of `wanted` (with `n`, the index
 * of the place) beside their row of `users`. Proof, session and audit are then one statement. Null where it finds nobody.
 */
export async function openSessions(
  ctx: SessionCtx,
  places: readonly LoginPlace[],
  finding: RawBuilder<unknown>,
  how: LoginWay,
): Promise<(SessionOutput | null)[]> {
  const made = places.map((place) => ({ ...place, session_id: randomUUID(), root: newRoot() }))
  const column = (of: (each: (typeof made)[number], n: number) => unknown) => sql`${made.map(of)}`
  const opened = await sql<SignedInUser & { n: number }>`/* prepared */
    with wanted as (
      select * from unnest(${column((_, n) => n)}::int[], ${column((each) => each.session_id)}::uuid[],
        ${column(({ root }) => sha256(root.toString('hex')))}::bytea[], ${column((each) => each.user_agent)}::text[],
        ${column((each) => each.ip)}::text[]) as w (n, session_id, refresh_hash, session_agent, session_ip)
    ),
    person as (${finding}),
    session as (
      insert into sessions (id, user_id, refresh_hash, user_agent, ip, expires_at)
      select session_id, id, refresh_hash, session_agent, session_ip, ${sessionExpiry(sql`role`, sql`now()`)} from person
    ),
    noted as (
      insert into audit_log (actor_id, action, subject, subject_id, detail, ip)
      select id, 'session.opened', 'user', id, ${JSON.stringify({ how })}::jsonb, session_ip from person
    )
    select n, id, first_name, last_name, email, phone_number, role from person`.execute(ctx.db)
  const users = new Map(opened.rows.map(({ n, ...user }) => [n, user]))
  return made.map(({ session_id, root }, n) => {
    const user = users.get(n)
    if (!user) return null
    return {
      access: makeAccessToken(ctx.config, { user_id: user.id, session_id }),
      refresh: makeRefreshToken(ctx.config, { session_id, root, generation: 0 }),
      user,
    }
  })
}
