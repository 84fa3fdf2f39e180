import { renderMail } from '../../contracts/render-mail.ts'
import { partsOf } from '../../contracts/message-costs.ts'
import type { PhoneChannel } from '../../contracts/messages.ts'
import type { Ctx } from '../../platform/context.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { ClaimedMessage } from './claim-message.ts'
import type { Senders } from './create-senders.ts'
import { openParams, textContext } from '../messages/message-params.ts'
import { known, renderMessage } from './render-message.ts'

interface Delivered {
  provider: string
  provider_id: string
  /** Null for what costs nothing. */
  parts: number | null
  /** An earlier provider that did not answer may have sent it, too. */
  uncertain: boolean
}

/**
 * Hands a claimed message to its channel, unless an earlier attempt is found to have gone out. Throws DeliveryError, and
 * TemplateMismatch when its parameters do not fit its text.
 */
export function deliver(ctx: Ctx, senders: Senders, message: ClaimedMessage): Promise<Delivered> {
  // The message of a synthetic scan has arrived when it comes here.
  if (message.channel === 'sink') {
    return Promise.resolve({ provider: 'sink', provider_id: `sink-${message.id}`, uncertain: false, parts: null })
  }
  if (message.channel === 'email') return byMail(ctx, senders.email, message)
  return byPhone(ctx, senders, { ...message, channel: message.channel })
}

async function byPhone(
  ctx: Ctx,
  senders: Senders,
  message: ClaimedMessage & { channel: PhoneChannel },
): Promise<Delivered> {
  const sender = senders[message.channel]
  const outgoing = {
    message_id: message.id,
    to: message.to,
    template: message.template,
    first_attempt_at: message.created_at,
    ...renderMessage(ctx, message),
  }
  const parts = partsOf(message.channel, outgoing.text)
  const earlier = await findEarlier(message, () => sender.findSent(outgoing))
  if (earlier) return { ...earlier, parts }
  const { tried, ...sent } = await sender.send(outgoing)
  return { ...sent, uncertain: tried.some((attempt) => attempt.uncertain), parts }
}

async function byMail(ctx: Ctx, mailer: Mailer, message: ClaimedMessage): Promise<Delivered> {
  const { id, to, template } = message
  const mail = renderMail(known(template), openParams(ctx.config, message), textContext(ctx))
  const provider = mailer.name
  const earlier = await findEarlier(message, async () => {
    const found = await mailer.findSent(id)
    return found && { provider, ...found }
  })
  const sent = earlier ?? {
    provider,
    ...(await mailer.send({ message_id: id, to, template, ...mail })),
    uncertain: false,
  }
  return { ...sent, parts: null }
}

/**
 * Asks whether an earlier attempt went out. When no provider can say, the third attempt sends: a duplicate is better
 * than silence.
 */
async function findEarlier(
  message: ClaimedMessage,
  ask: () => Promise<{ provider: string; provider_id: string } | null>,
): Promise<Omit<Delivered, 'parts'> | null> {
  if (!message.uncertain) return null
  try {
    const found = await ask()
    return found && { ...found, uncertain: false }
  } catch (error) {
    if (error instanceof DeliveryError && message.attempts >= 3) return null
    throw error
  }
}
