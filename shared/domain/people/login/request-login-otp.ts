import type { CodeRequestInput } from '../../../contracts/accounts.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { countCodeRequest } from '../otp/count-code-request.ts'
import { requestOtp } from '../otp/request-otp.ts'
import { isKnownPlace } from '../sessions/is-known-place.ts'
import { findActiveUserByPhone } from '../users/find-user.ts'

/**
 * Sends a login code to a registered number; an unknown one is rejected under its field. Limits: see `countCodeRequest` and
 * `requestOtp`.
 */
export async function requestLoginOtp({
  ctx,
  input,
}: VerbArgs<CodeRequestInput, Ctx>): Promise<{ detail: string; resend_after: number }> {
  await countCodeRequest(ctx)
  const user = await findActiveUserByPhone(ctx.db, input.phone_number)
  if (!user) throw fieldError('phone_number', TEXTS.not_registered)
  const known_place = await isKnownPlace(ctx, user.id)
  const asker = user.role === 'staff' || user.role === 'admin' ? 'staff' : 'registered'
  return requestOtp({ ctx, input: { ...input, purpose: 'login', known_place, asker } })
}
