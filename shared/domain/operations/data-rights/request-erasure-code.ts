import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findActiveUserById } from '../../people/users/find-user.ts'
import { countCodeRequest } from '../../people/otp/count-code-request.ts'
import { requestOtp } from '../../people/otp/request-otp.ts'

/** Sends the caller a code with which this session can erase the own account. Limits: see `countCodeRequest` and `requestOtp`. */
export async function requestErasureCode({
  ctx,
}: {
  ctx: SignedInCtx
}): Promise<{ detail: string; resend_after: number }> {
  await countCodeRequest(ctx)
  const user = await findActiveUserById(ctx.db, ctx.actor.id)
  if (!user) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  const { phone_number } = user
  const request_id = ctx.actor.session_id
  return requestOtp({
    ctx,
    input: { purpose: 'erase', phone_number, request_id, known_place: true, asker: 'registered' },
  })
}
