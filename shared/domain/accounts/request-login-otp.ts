import type { PhoneInput } from '../../contracts/accounts.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import { requestOtp } from '../otp/request-otp.ts'
import { livingUserByPhone } from './living-user.ts'

/** Sends a login code to a registered number; an unknown one is refused under its field. Limits: see `requestOtp`. */
export async function requestLoginOtp({
  ctx,
  input,
}: {
  ctx: Ctx
  input: PhoneInput
}): Promise<{ detail: string; resend_after: number }> {
  if (!(await livingUserByPhone(ctx.db, input.phone_number))) {
    throw fieldRefusal('phone_number', TEXTS.not_registered)
  }
  return requestOtp({ ctx, input: { purpose: 'login', phone_number: input.phone_number } })
}
