import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { spendSecondCode, wrongSecondCode } from './check-second-code.ts'
import { isSecondFactorRequired } from '../sessions/second-factor-required.ts'
import { proveAgain } from './prove-again.ts'
import { removeSecondFactor } from './remove-second-factor.ts'

/** Gives up the own app. CONFLICT for a user without one, and where the role needs one. */
export async function turnOffSecondFactor({ ctx, input }: VerbArgs<{ proof: string }>): Promise<{ detail: string }> {
  if (isSecondFactorRequired(ctx.config, ctx.actor.role)) throw new DomainError('CONFLICT', TEXTS.second_factor_needed)
  const code = await proveAgain(ctx, input.proof)
  if (!code) throw new DomainError('CONFLICT', TEXTS.second_factor_none)
  return inTransaction(ctx, async (ctx) => {
    if (!(await spendSecondCode(ctx.db, code))) throw wrongSecondCode('proof')
    await removeSecondFactor(ctx.db, ctx.actor.id)
    await writeAudit(ctx, { action: 'second_factor.turned_off', subject: 'user', subject_id: ctx.actor.id })
    return { detail: TEXTS.second_factor_off }
  })
}
