import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { spendSecondCode, wrongSecondCode } from './check-second-code.ts'
import { proveAgain } from './prove-again.ts'
import { makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

/** Ten new recovery codes instead of all old ones. CONFLICT for a user without an app. */
export async function renewRecoveryCodes({
  ctx,
  input,
}: VerbArgs<{ proof: string }>): Promise<{ recovery_codes: string[] }> {
  const code = await proveAgain(ctx, input.proof)
  if (!code) throw new DomainError('CONFLICT', TEXTS.second_factor_none)
  const codes = await makeRecoveryCodes()
  await inTransaction(ctx, async (ctx) => {
    if (!(await spendSecondCode(ctx.db, code))) throw wrongSecondCode('proof')
    await replaceRecoveryCodes(ctx.db, ctx.actor.id, codes)
    await writeAudit(ctx, { action: 'recovery_codes.renewed', subject: 'user', subject_id: ctx.actor.id })
  })
  return { recovery_codes: codes.map(({ code }) => code) }
}
