import type { JobPayload } from '../../contracts/jobs.ts'
import { TemplateMismatch } from '../../contracts/message-templates.ts'
import type { Ctx } from '../../platform/context.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import { MAIL_TIMEOUT_MS } from '../../platform/mail/mailer.ts'
import { claimMessage, type ClaimedMessage } from './claim-message.ts'
import { PROVIDER_TIMEOUT_MS, type Senders } from './create-senders.ts'
import { deliver } from './deliver.ts'
import { recordSendResult } from './record-send-result.ts'
import { cancellationReason } from './cancellation-reason.ts'

const MOST_ATTEMPTS = 8

/**
 * Sends one message: claims it with a deadline, looks whether it still matters and whether an earlier attempt went out
 * after all, hands it to the providers, notes the result. Safe to run at any time and any number of times: whoever does
 * not get the claim does nothing. The one window that remains is a provider that took the message, cannot be asked, and
 * a worker that died before noting it: that message goes out twice and says so (`uncertain`).
 */
export async function sendMessage({
  ctx,
  senders,
  input,
}: {
  ctx: Ctx
  senders: Senders
  input: JobPayload<'send-message'>
}): Promise<void> {
  const message = await claimMessage(ctx.db, input, {
    sms: (PROVIDER_TIMEOUT_MS / 1000 + 0.5) * ctx.config.SMS_PROVIDERS.length,
    email: MAIL_TIMEOUT_MS / 1000 + 0.5,
  })
  if (message) await sendClaimed(ctx, senders, message)
}

async function sendClaimed(ctx: Ctx, senders: Senders, message: ClaimedMessage): Promise<void> {
  if (message.expired)
    return recordSendResult(ctx, message, { state: 'failed', error: 'It was not worth sending any more.' })
  const over = await cancellationReason(ctx.db, message)
  if (over) return recordSendResult(ctx, message, { state: 'cancelled', error: over })
  try {
    await recordSendResult(ctx, message, { state: 'sent', ...(await deliver(ctx, senders, message)) })
  } catch (error) {
    if (error instanceof TemplateMismatch)
      return recordSendResult(ctx, message, { state: 'failed', error: error.message })
    if (!(error instanceof DeliveryError)) throw error
    await settleFailure(ctx, message, error)
  }
}

async function settleFailure(ctx: Ctx, message: ClaimedMessage, error: DeliveryError): Promise<void> {
  const hopeless = error.kind === 'permanent' && error.blame === 'recipient'
  if (hopeless || message.attempts >= MOST_ATTEMPTS) {
    return recordSendResult(ctx, message, { state: 'failed', error: error.message, uncertain: error.uncertain })
  }
  // 1, 2, 4, 8, 16, 30, 30 seconds: about a minute and a half of trying.
  const retry_after_seconds = Math.max(error.retry_after_seconds ?? 0, Math.min(30, 2 ** (message.attempts - 1)))
  await recordSendResult(ctx, message, {
    state: 'pending',
    error: error.message,
    uncertain: error.uncertain,
    retry_after_seconds: Math.min(retry_after_seconds, 60),
  })
}
