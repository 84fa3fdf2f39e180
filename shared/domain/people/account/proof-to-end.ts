import { LIMITS } from '../../../contracts/limits.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { type Proof, proofOf } from '../second-factor/prove-again.ts'
import { minutes, within } from '../../../platform/database/moments-sql.ts'

/**
 * What a user must show to end sessions elsewhere. Nothing just after a login; else the password when there is one (the
 * app may be on the stolen phone); else a code. Users who log in with codes by SMS alone show nothing: the code would
 * go to that phone.
 */
export async function proofToEnd(ctx: SignedInCtx): Promise<{ proof: Proof; password_hash: string | null }> {
  const { proof, password_hash } = await proofOf(ctx.db, ctx.actor.id)
  const { fresh } = await ctx.db
    .selectFrom('sessions')
    .select(within('created_at', minutes(LIMITS.fresh_login_minutes)).as('fresh'))
    .where('id', '=', ctx.actor.session_id)
    .executeTakeFirstOrThrow()
  return { proof: fresh ? 'none' : password_hash ? 'password' : proof, password_hash }
}
