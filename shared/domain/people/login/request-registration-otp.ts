import type { CodeRequestInput } from '../../../contracts/accounts.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fieldRefusal } from '../../../platform/refusal.ts'
import { requestOtp } from '../otp/request-otp.ts'
import { livingUserByPhone } from '../users/living-user.ts'

/** Sends a registration code to a new number; a registered one is refused under its field. Limits: see `requestOtp`. */
export async function requestRegistrationOtp({
  ctx,
  input,
}: {
  ctx: Ctx
  input: CodeRequestInput
}): Promise<{ detail: string; resend_after: number }> {
  if (await livingUserByPhone(ctx.db, input.phone_number)) {
    throw fieldRefusal('phone_number', TEXTS.already_registered)
  }
  return requestOtp({ ctx, input: { ...input, purpose: 'register', known_place: false, staff: false } })
}
