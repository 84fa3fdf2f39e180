import { sql } from 'kysely'
import type { EnrolmentOutput } from '../../../contracts/second-factor.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fieldError, DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { describeSecret, newFactorSecret, sealFactorSecret, unsealFactorSecret } from './factor-secret.ts'
import { makeRecoveryCodes, type RecoveryCode, replaceRecoveryCodes } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'
import { hours, within } from '../../../platform/database/moments-sql.ts'

/** Makes a secret that counts only once a code of it was shown. It replaces an older one that waits. */
export async function beginEnrolment(
  ctx: Ctx,
  user: { id: number; email: string | null; phone_number: string },
): Promise<EnrolmentOutput> {
  const secret = newFactorSecret()
  const pending = { pending_sealed: sealFactorSecret(ctx.config, user.id, secret), pending_at: sql<Date>`now()` }
  await ctx.db
    .insertInto('second_factors')
    .values({ user_id: user.id, ...pending })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pending))
    .execute()
  return describeSecret(ctx.config, secret, user.email ?? user.phone_number)
}

/** A secret whose first code was right, and the recovery codes that go with it. */
export interface Enrolment {
  user_id: number
  pending_sealed: Buffer
  step: number
  recovery_codes: RecoveryCode[]
}

/**
 * Checks the first code of the waiting secret. CONFLICT when none waits. Outside transactions: recovery codes take a
 * moment to make.
 */
export async function checkEnrolment(ctx: Ctx, user_id: number, code: string): Promise<Enrolment> {
  const factor = await ctx.db
    .selectFrom('second_factors')
    .select(['pending_sealed', sql<number>`extract(epoch from now())::float8`.as('seconds')])
    .where('user_id', '=', user_id)
    .where(within('pending_at', hours(1)))
    .executeTakeFirst()
  if (!factor?.pending_sealed) throw new DomainError('CONFLICT', TEXTS.second_factor_begin_again)
  const secret = unsealFactorSecret(ctx.config, user_id, factor.pending_sealed)
  const step = matchingStep(secret, code, factor.seconds)
  if (step === null) throw fieldError('code', TEXTS.second_factor_first_wrong)
  return { user_id, pending_sealed: factor.pending_sealed, step, recovery_codes: await makeRecoveryCodes() }
}

/**
 * Puts the secret to use, in the caller's transaction, and gives the recovery codes to show once. Its first code is used
 * up by this. CONFLICT when another secret was begun meanwhile, or with `first_only` when there is one in use.
 */
export async function finishEnrolment(
  ctx: Ctx & { db: Tx },
  { user_id, pending_sealed, step, recovery_codes }: Enrolment,
  { first_only }: { first_only: boolean },
): Promise<string[]> {
  const finished = await ctx.db
    .updateTable('second_factors')
    .set({
      secret_sealed: pending_sealed,
      enrolled_at: sql`now()`,
      last_step: step,
      pending_sealed: null,
      pending_at: null,
    })
    .where('user_id', '=', user_id)
    .where('pending_sealed', '=', pending_sealed)
    .$if(first_only, (update) => update.where('enrolled_at', 'is', null))
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) throw new DomainError('CONFLICT', TEXTS.second_factor_begin_again)
  await replaceRecoveryCodes(ctx.db, user_id, recovery_codes)
  await writeAudit(ctx, {
    action: 'second_factor.enrolled',
    subject: 'user',
    subject_id: user_id,
    actor_id: user_id,
  })
  return recovery_codes.map(({ code }) => code)
}
