import { sql, type SqlBool } from 'kysely'
import type { Role } from '../../../contracts/roles.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { isSecondFactorRequired } from './second-factor-required.ts'
import { makeAccessToken } from './access-token.ts'
import { endSessions } from './end-sessions.ts'
import { firstPasswordOver } from './first-password-over.ts'
import { makeRefreshToken, type RefreshToken, readRefreshToken } from './refresh-token.ts'
import { sessionExpiry } from './session-expiry.ts'

/**
 * New tokens for a refresh token. Throws UNAUTHORIZED for a token that is not valid any more.
 *
 * Rotation is lazy: a token works, and always gives the same successor, until that successor is used. From then on its
 * use is theft and ends the session (audited). So a client that keeps its first token goes on working, and a lost
 * answer logs no user out.
 */
export async function refreshSession({
  ctx,
  input,
}: VerbArgs<{ refresh: string }, Ctx>): Promise<{ access: string; refresh: string }> {
  const token = await readRefreshToken(ctx.config, input.refresh)
  if (!token) throw new DomainError('UNAUTHORIZED', TEXTS.session_expired)
  const session = await findSession(ctx, token)
  if (!session || !(await confirm(ctx, token, session.role))) {
    await endWhenStolen(ctx, token)
    throw new DomainError('UNAUTHORIZED', TEXTS.session_expired)
  }
  return {
    access: await makeAccessToken(ctx.config, { user_id: session.user_id, session_id: token.session_id }),
    refresh: await makeRefreshToken(ctx.config, { ...token, generation: token.generation + 1 }),
  }
}

const hashOf = (token: RefreshToken): Buffer => sha256(token.root)

async function findSession(ctx: Ctx, token: RefreshToken): Promise<{ user_id: number; role: Role } | undefined> {
  const session = await ctx.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('second_factors as f', 'f.user_id', 'u.id')
    .select(['s.user_id', 'u.role', 'f.enrolled_at'])
    .where('s.id', '=', token.session_id)
    .where('s.refresh_hash', '=', hashOf(token))
    .where('u.deleted_at', 'is', null)
    .where(sql<SqlBool>`not ${firstPasswordOver}`)
    .executeTakeFirst()
  // A session from before the role needed a second factor ends with its access token.
  return session && !session.enrolled_at && isSecondFactorRequired(ctx.config, session.role) ? undefined : session
}

/** Notes that the token was used, which retires all older ones. False when it is itself one of those. */
async function confirm(ctx: Ctx, token: RefreshToken, role: Role): Promise<boolean> {
  const updated = await ctx.db
    .updateTable('sessions')
    .set({
      generation: token.generation,
      last_used_at: sql`now()`,
      expires_at: sessionExpiry(sql`${role}::text`, sql`created_at`),
    })
    .where('id', '=', token.session_id)
    .where('generation', '<=', token.generation)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** A token was used whose successor was used already: one of the two holders is not the owner. */
async function endWhenStolen(ctx: Ctx, token: RefreshToken): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const stolen = await ctx.db
      .selectFrom('sessions')
      .select('user_id')
      .where('id', '=', token.session_id)
      .where('refresh_hash', '=', hashOf(token))
      .where('generation', '>', token.generation)
      .executeTakeFirst()
    if (!stolen) return
    const ended = await endSessions(ctx.db, { session_id: token.session_id }, 'theft')
    if (ended.length === 0) return
    await writeAudit(ctx, { action: 'session.theft', subject: 'user', subject_id: stolen.user_id })
    ctx.log.warn({ user_id: stolen.user_id }, 'an old refresh token was used: session ended')
  })
}
