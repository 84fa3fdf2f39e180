import { renderMail } from '../../contracts/mail-texts.ts'
import {
  isTemplateName,
  renderTemplate,
  type TemplateContext,
  TemplateMismatch,
} from '../../contracts/message-templates.ts'
import type { Ctx } from '../../platform/context.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { SmsSender } from '../../platform/sms/send-with-failover.ts'
import type { ClaimedMessage } from './claim-message.ts'
import type { Senders } from './create-senders.ts'
import { openParams } from '../ground/messages/message-params.ts'

interface Delivered {
  provider: string
  provider_id: string
  /** Somebody who never answered may have sent it, too. */
  uncertain: boolean
}

/**
 * Hands a claimed message to its channel, unless an earlier attempt is found to have gone out. Throws DeliveryError, and
 * TemplateMismatch when its parameters do not fit its text.
 */
export function deliver(ctx: Ctx, senders: Senders, message: ClaimedMessage): Promise<Delivered> {
  // The message of a synthetic scan has arrived when it comes here.
  if (message.channel === 'sink') {
    return Promise.resolve({ provider: 'sink', provider_id: `sink-${message.id}`, uncertain: false })
  }
  return message.channel === 'email' ? byMail(ctx, senders.email, message) : bySms(ctx, senders.sms, message)
}

async function bySms(ctx: Ctx, sender: SmsSender, message: ClaimedMessage): Promise<Delivered> {
  const { template } = message
  const outgoing = {
    message_id: message.id,
    to: message.to,
    template,
    dlt_template_id: ctx.config.DLT_TEMPLATE_IDS?.[template] ?? null,
    first_attempt_at: message.created_at,
    ...renderTemplate(known(template), openParams(ctx.config, message), textContext(ctx)),
  }
  const earlier = await findEarlier(ctx, message, () => sender.findSent(outgoing))
  if (earlier) return earlier
  const { tried, ...sent } = await sender.send(outgoing)
  return { ...sent, uncertain: tried.some((attempt) => attempt.uncertain) }
}

async function byMail(ctx: Ctx, mailer: Mailer, message: ClaimedMessage): Promise<Delivered> {
  const { id, to, template } = message
  const mail = renderMail(known(template), openParams(ctx.config, message), textContext(ctx))
  const provider = mailer.name
  const earlier = await findEarlier(ctx, message, async () => {
    const found = await mailer.findSent(id)
    return found && { provider, ...found }
  })
  return earlier ?? { provider, ...(await mailer.send({ message_id: id, to, template, ...mail })), uncertain: false }
}

function known(template: string) {
  if (!isTemplateName(template)) throw new TemplateMismatch(template, ['template'])
  return template
}

const textContext = ({ config }: Ctx): TemplateContext => ({
  brand: config.BRAND_NAME,
  host: new URL(config.PUBLIC_URL).hostname,
})

/** Asked before sending again. When nobody can tell, the third attempt rather alarms twice than not at all. */
async function findEarlier(
  ctx: Ctx,
  message: ClaimedMessage,
  ask: () => Promise<{ provider: string; provider_id: string } | null>,
): Promise<Delivered | null> {
  if (!message.uncertain) return null
  try {
    const found = await ask()
    // Providers are asked by text and number: what another row of ours already has is not this message.
    return found && !(await belongsToAnother(ctx, found, message.id)) ? { ...found, uncertain: false } : null
  } catch (error) {
    if (error instanceof DeliveryError && message.attempts >= 3) return null
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
