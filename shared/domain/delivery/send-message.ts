import type { JobPayload } from '../../contracts/jobs.ts'
import { isOther } from '../../contracts/message-urgency.ts'
import { TemplateMismatch } from '../../contracts/render-template.ts'
import type { Channel } from '../../contracts/messages.ts'
import type { Ctx } from '../../platform/context.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import { MAIL_TIMEOUT_MS } from '../../platform/mail/mailer.ts'
import { claimMessage, type ClaimedMessage } from './claim-message.ts'
import { PROVIDER_TIMEOUT_MS, type Senders } from './create-senders.ts'
import { deliver } from './deliver.ts'
import { otherMessagesToday } from './other-messages-today.ts'
import { recordSendResult } from './record-send-result.ts'
import { cancellationReason } from './cancellation-reason.ts'

const LIMIT_RETRY_SECONDS = 1800

/** A WhatsApp message falls back to SMS, and the ladder calls again: neither is worth more than seconds of trying. */
const MOST_ATTEMPTS: Record<Channel, number> = { sms: 8, whatsapp: 3, voice: 4, email: 8, sink: 8 }

/**
 * Sends one message: claims it with a deadline, checks that it is still due and has not gone out, calls the providers,
 * notes the result. Safe to run any number of times: without the claim it does nothing.
 *
 * One window remains: the provider took the message, cannot be asked, and the worker died before noting it. That
 * message goes out twice and is marked `uncertain`.
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
  const { SMS_PROVIDERS, WHATSAPP_PROVIDERS, VOICE_PROVIDERS } = ctx.config
  const each = PROVIDER_TIMEOUT_MS / 1000 + 0.5
  const message = await claimMessage(ctx.db, input, {
    sms: each * SMS_PROVIDERS.length,
    whatsapp: each * Math.max(1, WHATSAPP_PROVIDERS.length),
    voice: each * Math.max(1, VOICE_PROVIDERS.length),
    email: MAIL_TIMEOUT_MS / 1000 + 0.5,
    sink: each,
  })
  if (message) await sendClaimed(ctx, senders, message)
}

async function sendClaimed(ctx: Ctx, senders: Senders, message: ClaimedMessage): Promise<void> {
  if (message.expired)
    return recordSendResult(ctx, message, { state: 'failed', error: 'It was not worth sending any more.' })
  const over = await cancellationReason(ctx.db, message, ctx.config)
  if (over) return recordSendResult(ctx, message, { state: 'cancelled', error: over })
  if (isOther(message.template) && (await otherMessagesToday(ctx.db)) >= ctx.config.OTHER_MESSAGES_PER_DAY) {
    ctx.log.warn({ most: ctx.config.OTHER_MESSAGES_PER_DAY }, 'OTHER_MESSAGES_PER_DAY is used up: a message waits')
    const retry_after_seconds = LIMIT_RETRY_SECONDS
    return recordSendResult(ctx, message, {
      state: 'pending',
      error: 'The limit of the day is used up.',
      uncertain: false,
      retry_after_seconds,
      untried: true,
    })
  }
  try {
    await recordSendResult(ctx, message, { state: 'sent', ...(await deliver(ctx, senders, message)) })
  } catch (error) {
    // A worker of the next version may know a text that this one does not.
    const failure = error instanceof TemplateMismatch ? new DeliveryError('transient', error.message) : error
    if (!(failure instanceof DeliveryError)) throw failure
    await settleFailure(ctx, message, failure)
  }
}

async function settleFailure(ctx: Ctx, message: ClaimedMessage, error: DeliveryError): Promise<void> {
  const hopeless =
    error.kind === 'permanent' &&
    (message.channel === 'whatsapp' || error.blame === 'recipient' || error.blame === 'channel')
  if (hopeless || message.attempts >= MOST_ATTEMPTS[message.channel]) {
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
