import type { CodeRequestInput } from '../../../contracts/accounts.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { countCodeRequest } from '../otp/count-code-request.ts'
import { requestOtp } from '../otp/request-otp.ts'
import { findActiveUserByPhone } from '../users/find-user.ts'

/**
 * Sends a registration code to a new number; a registered one is rejected under its field. Limits: see `countCodeRequest`
 * and `requestOtp`.
 */
export async function requestRegistrationOtp({
  ctx,
  input,
}: VerbArgs<CodeRequestInput, Ctx>): Promise<{ detail: string; resend_after: number }> {
  await countCodeRequest(ctx)
  if (await findActiveUserByPhone(ctx.db, input.phone_number)) {
    throw fieldError('phone_number', TEXTS.already_registered)
  }
  return requestOtp({ ctx, input: { ...input, purpose: 'register', known_place: false, asker: 'anyone' } })
}
