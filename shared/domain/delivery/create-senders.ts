import type { PhoneChannel } from '../../contracts/messages.ts'
import type { Ctx } from '../../platform/context.ts'
import { createMailer } from '../../platform/mail/create-mailer.ts'
import type { Mailer, OutgoingMail } from '../../platform/mail/mailer.ts'
import { createProviders } from '../../platform/carriers/create-providers.ts'
import { createSender, type Sender, type SendOutcome } from '../../platform/carriers/create-sender.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'

/** Longest wait for one provider, milliseconds. */
export const PROVIDER_TIMEOUT_MS = 3_000

/** The ways a message can leave. */
export type Senders = Record<PhoneChannel, Sender> & { email: Mailer }

/** One call to a provider or mail server, and its outcome. */
export interface SendResult {
  provider: string
  template: string
  outcome: SendOutcome
  ms: number
}

/**
 * The configured providers and mail server; `console` keeps its messages in the development inbox. `on_result` is
 * called with every result, for the metrics.
 */
export function createSenders(ctx: Ctx, on_result?: (result: SendResult) => void): Senders {
  const inbox = {
    async store(message: { message_id: number; to: string; text: string; template: string }): Promise<string> {
      const { to, ...rest } = message
      const row = await ctx.db
        .insertInto('dev_messages')
        .values({ ...rest, to_phone: to })
        .returning('id')
        .executeTakeFirstOrThrow()
      return String(row.id)
    },
    async storeMail({ message_id, to, subject, text, template }: OutgoingMail): Promise<string> {
      const row = await ctx.db
        .insertInto('dev_messages')
        .values({ message_id, to_email: to, subject, text, template })
        .returning('id')
        .executeTakeFirstOrThrow()
      return String(row.id)
    },
    async find(message_id: number): Promise<string | null> {
      const row = await ctx.db
        .selectFrom('dev_messages')
        .select('id')
        .where('message_id', '=', message_id)
        .executeTakeFirst()
      return row ? String(row.id) : null
    },
  }
  const by = (channel: PhoneChannel) =>
    createSender({
      channel,
      providers: createProviders(channel, ctx.config, inbox),
      log: ctx.log,
      timeout_ms: PROVIDER_TIMEOUT_MS,
      belongs_to_other: (found, { message_id }) => belongsToAnother(ctx, found, message_id),
      ...(on_result ? { on_result } : {}),
    })
  return {
    sms: by('sms'),
    whatsapp: by('whatsapp'),
    voice: by('voice'),
    email: on_result ? measured(createMailer(ctx.config, inbox), on_result) : createMailer(ctx.config, inbox),
  }
}

const measured = (mailer: Mailer, on_result: (result: SendResult) => void): Mailer => ({
  ...mailer,
  async send(mail) {
    const began = performance.now()
    const report = (outcome: SendOutcome) =>
      on_result({ provider: mailer.name, template: mail.template, outcome, ms: performance.now() - began })
    try {
      const sent = await mailer.send(mail)
      report('sent')
      return sent
    } catch (error) {
      const known = error instanceof DeliveryError
      report(known && !error.uncertain ? error.kind : 'uncertain')
      throw error
    }
  },
})

/** Providers search by number, text and time: what is noted at another row of ours is that one's. */
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
