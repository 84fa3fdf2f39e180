import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { countSecondCode } from './check-second-code.ts'
import { checkEnrolment, finishEnrolment } from './enrolment.ts'

/**
 * Puts the app to use after its first code and returns the recovery codes, once. All other sessions end: they were
 * opened without it.
 */
export async function confirmSecondFactor({
  ctx,
  input,
}: VerbArgs<{ code: string }>): Promise<{ recovery_codes: string[] }> {
  const attempt = await countSecondCode(ctx, ctx.actor.id)
  const enrolment = await checkEnrolment(ctx, ctx.actor.id, input.code)
  await attempt.refund()
  return inTransaction(ctx, async (ctx) => {
    const recovery_codes = await finishEnrolment(ctx, enrolment, { first_only: false })
    await endSessions(ctx.db, { user_id: ctx.actor.id, except: ctx.actor.session_id }, 'second_factor')
    return { recovery_codes }
  })
}
