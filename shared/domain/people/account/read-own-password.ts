import type { z } from 'zod'
import type { ownPasswordOutput } from '../../../contracts/accounts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'

/** Whether the caller has a password, and whether another person chose it. */
export async function readOwnPassword({ ctx }: { ctx: SignedInCtx }): Promise<z.infer<typeof ownPasswordOutput>> {
  const { password_hash, password_expires_at } = await ctx.db
    .selectFrom('users')
    .select(['password_hash', 'password_expires_at'])
    .where('id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow()
  return { set: password_hash !== null, expires_at: password_expires_at?.toISOString() ?? null }
}
