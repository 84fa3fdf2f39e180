import type { PhoneOtpInput } from '../../../contracts/accounts.ts'
import type { LoginOutput } from '../../../contracts/second-factor.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { countTry, whyCodeFailed } from '../otp/check-otp.ts'
import { finishFirstStep } from './finish-first-step.ts'
import { noteFailedLogin } from './note-failed-login.ts'

/**
 * Login by phone number and one-time code, for every role. Rejects a wrong, used, voided or expired code. A person with
 * an authenticator app gets a challenge for it instead of a session: a code by SMS does not replace it. The code is used
 * up also when the session then fails: the person asks for another one.
 */
export async function loginWithOtp({ ctx, input }: VerbArgs<PhoneOtpInput, Ctx>): Promise<LoginOutput> {
  const { phone_number } = input
  const guess = { purpose: 'login', ...input } as const
  const tried = await countTry(ctx, guess, { use: true })
  if (!tried?.matches) {
    noteFailedLogin(ctx, { phone_number, how: 'otp' })
    throw await whyCodeFailed(ctx, guess, tried)
  }
  const output = await finishFirstStep({ ctx, who: { phone_number }, how: 'otp' })
  if (!output) throw fieldError('phone_number', TEXTS.not_registered)
  return output
}
