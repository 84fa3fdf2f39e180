import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Ctx } from '../../../platform/context.ts'
import { rateLimiter } from '../../../platform/rate-limiter.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { findActiveUserByPhone } from '../users/find-user.ts'

/** So many of a user in an hour are kept: enough to see an attack, too few to fill the log with. */
const KEPT = { name: 'login-rejected', points: 20, seconds: 60 * 60 }

/** Whose login, and what was wrong. */
type FailedLogin = ({ user_id: number } | { phone_number: string }) & {
  how: 'password' | 'first_password' | 'otp' | 'second_factor'
}

/**
 * Notes that a login of an existing user was rejected. Returns at once and never throws: the time of the answer must not
 * show that the user exists. Not with the context of a transaction that is being rolled back.
 */
export function noteFailedLogin(ctx: Ctx, rejected: FailedLogin): void {
  void note(ctx, rejected).catch((error: unknown) => {
    if (!(error instanceof RateLimiterRes)) ctx.log.warn({ error }, 'a rejected login could not be noted')
  })
}

async function note(ctx: Ctx, { how, ...who }: FailedLogin): Promise<void> {
  const user_id = 'user_id' in who ? who.user_id : (await findActiveUserByPhone(ctx.db, who.phone_number))?.id
  if (!user_id) return
  await rateLimiter(ctx.db, KEPT).consume(String(user_id))
  const entry = { action: 'login.refused', subject: 'user', subject_id: user_id, detail: { how } } as const
  await writeAudit({ ...ctx, actor: null }, entry)
}
