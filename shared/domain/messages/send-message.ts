import { isTemplateName, renderTemplate, TemplateMismatch } from '../../contracts/message-templates.ts'
import type { Ctx } from '../../platform/context.ts'
import type { OutgoingSms } from '../../platform/sms/provider.ts'
import type { SmsSender } from '../../platform/sms/send-with-failover.ts'
import { SmsError } from '../../platform/sms/sms-error.ts'
import { claimMessage, type ClaimedMessage } from './claim-message.ts'
import { openParams } from './message-params.ts'
import { settleMessage } from './settle-message.ts'
import { noLongerMatters } from './still-matters.ts'

/** Longest wait for one provider, milliseconds. */
export const PROVIDER_TIMEOUT_MS = 3_000
const MOST_ATTEMPTS = 8

/**
 * Sends one message: claims it with a deadline, looks whether it still matters and whether an earlier attempt went out
 * after all, hands it to the providers, notes the result. Safe to run at any time and any number of times: whoever does
 * not get the claim does nothing. The one window that remains is a provider that took the message, cannot be asked, and
 * a worker that died before noting it: that message goes out twice and says so (`uncertain`).
 */
export async function sendMessage({
  ctx,
  sender,
  input,
}: {
  ctx: Ctx
  sender: SmsSender
  input: { message_id: number }
}): Promise<void> {
  const lease = (PROVIDER_TIMEOUT_MS / 1000 + 0.5) * ctx.config.SMS_PROVIDERS.length
  const message = await claimMessage(ctx.db, input.message_id, lease)
  if (!message) return
  if (message.expired)
    return settleMessage(ctx, message, { state: 'failed', error: 'It was not worth sending any more.' })
  const over = await noLongerMatters(ctx.db, message)
  if (over) return settleMessage(ctx, message, { state: 'cancelled', error: over })
  try {
    const outgoing = render(ctx, message)
    const earlier = message.uncertain ? await findEarlier(ctx, sender, outgoing, message.attempts) : null
    const sent = earlier ? { ...earlier, tried: [] } : await sender.send(outgoing)
    // A provider that never answered may have sent it, too, before the next one did.
    const uncertain = sent.tried.some((attempt) => attempt.uncertain)
    await settleMessage(ctx, message, {
      state: 'sent',
      provider: sent.provider,
      provider_id: sent.provider_id,
      uncertain,
    })
  } catch (error) {
    if (error instanceof TemplateMismatch) return settleMessage(ctx, message, { state: 'failed', error: error.message })
    if (!(error instanceof SmsError)) throw error
    await settleFailure(ctx, message, error)
  }
}

/** Asked before sending again. When nobody can tell, the third attempt rather alarms twice than not at all. */
async function findEarlier(ctx: Ctx, sender: SmsSender, outgoing: OutgoingSms, attempts: number) {
  try {
    const found = await sender.findSent(outgoing)
    // Providers are asked by text and number: what another row of ours already has is not this message.
    return found && !(await belongsToAnother(ctx, found, outgoing.message_id)) ? found : null
  } catch (error) {
    if (error instanceof SmsError && attempts >= 3) return null
    throw error
  }
}

async function belongsToAnother(ctx: Ctx, found: { provider: string; provider_id: string }, id: number) {
  const row = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('provider', '=', found.provider)
    .where('provider_id', '=', found.provider_id)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

function render(ctx: Ctx, message: ClaimedMessage): OutgoingSms {
  if (!isTemplateName(message.template)) throw new TemplateMismatch(message.template, ['template'])
  const { text, variables } = renderTemplate(message.template, openParams(ctx.config, message), {
    brand: ctx.config.BRAND_NAME,
    host: new URL(ctx.config.PUBLIC_URL).hostname,
  })
  return {
    message_id: message.id,
    to: message.to_phone,
    text,
    template: message.template,
    dlt_template_id: ctx.config.DLT_TEMPLATE_IDS?.[message.template] ?? null,
    variables,
    first_attempt_at: message.created_at,
  }
}

async function settleFailure(ctx: Ctx, message: ClaimedMessage, error: SmsError): Promise<void> {
  const hopeless = error.kind === 'permanent' && error.blame === 'recipient'
  if (hopeless || message.attempts >= MOST_ATTEMPTS) {
    return settleMessage(ctx, message, { state: 'failed', error: error.message, uncertain: error.uncertain })
  }
  // 1, 2, 4, 8, 16, 30, 30 seconds: about a minute and a half of trying.
  const retry_after_seconds = Math.max(error.retry_after_seconds ?? 0, Math.min(30, 2 ** (message.attempts - 1)))
  await settleMessage(ctx, message, {
    state: 'pending',
    error: error.message,
    uncertain: error.uncertain,
    retry_after_seconds: Math.min(retry_after_seconds, 60),
  })
}
