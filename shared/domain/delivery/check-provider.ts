import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { indianMinute } from '../../contracts/indian-time.ts'
import type { PhoneChannel } from '../../contracts/messages.ts'
import { providersSetting } from '../../platform/carriers/create-providers.ts'
import type { ProviderName } from '../../platform/carriers/provider.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import { insertMessage } from '../messages/create-message.ts'
import { createSenders } from './create-senders.ts'
import { sendMessage } from './send-message.ts'

/**
 * Sends one message that says it is a test, or places one test call, through one provider alone and without a worker.
 * Tells whether it was taken and what was said; receipts come in as for any message, at the row `id`.
 */
export async function checkProvider({
  ctx,
  input,
}: VerbArgs<{ channel: PhoneChannel; provider: ProviderName; to: string }, Ctx>): Promise<{
  id: number
  taken: boolean
  said: string
}> {
  const { channel, provider, to } = input
  const { PUBLIC_URL, BRAND_PHONE } = ctx.config
  const test = { name: 'TEST no emergency', place: 'this is only a test', time: indianMinute(new Date()) }
  const message =
    channel === 'voice'
      ? { template: 'on_call_test', params: {} }
      : { template: 'relative_alert', params: { ...test, url: `${PUBLIC_URL}/t/test`, call_back: BRAND_PHONE } }
  const { rows } = await insertMessage({
    channel,
    to_phone: to,
    template: message.template,
    params: JSON.stringify(message.params),
    dedupe_key: `provider-check:${randomUUID()}`,
    // Long after its one attempt: no worker takes it.
    next_attempt_at: sql<Date>`now() + interval '1 minute'`,
    expires_at: sql<Date>`now() + interval '10 minutes'`,
  }).execute(ctx.db)
  const { id } = rows[0]!
  const config = { ...ctx.config, [providersSetting(channel)]: [provider] }
  await sendMessage({ ctx, senders: createSenders({ ...ctx, config }), input: { message_id: id } })
  // One attempt is enough.
  await ctx.db
    .updateTable('messages')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
  const { provider_id, last_error } = await ctx.db
    .selectFrom('messages')
    .select(['provider_id', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, taken: provider_id !== null, said: provider_id ?? last_error ?? 'nothing' }
}
