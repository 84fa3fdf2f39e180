import type { Ctx } from '../../platform/context.ts'
import { createSmsProviders } from '../../platform/sms/create-providers.ts'
import { createSmsSender, type SmsSender } from '../../platform/sms/send-with-failover.ts'
import { PROVIDER_TIMEOUT_MS } from './send-message.ts'

/** The configured providers behind one sender; `console` keeps what it "sends" in the development inbox. */
export function createSender(ctx: Ctx): SmsSender {
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
    async find(message_id: number): Promise<string | null> {
      const row = await ctx.db
        .selectFrom('dev_messages')
        .select('id')
        .where('message_id', '=', message_id)
        .executeTakeFirst()
      return row ? String(row.id) : null
    },
  }
  return createSmsSender({
    providers: createSmsProviders(ctx.config, inbox),
    log: ctx.log,
    timeout_ms: PROVIDER_TIMEOUT_MS,
  })
}
