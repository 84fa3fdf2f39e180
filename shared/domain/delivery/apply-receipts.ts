import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { applyReceipt } from '../../platform/sms/apply-receipt.ts'
import type { Receipt, SmsProviderName } from '../../platform/sms/provider.ts'
import { appendEvent } from '../emergency/events/append-event.ts'

/** Notes what a provider reports about its messages. Late, doubled and reordered receipts only ever move a state on. */
export async function applyReceipts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { provider: SmsProviderName; receipts: Receipt[] }
}): Promise<void> {
  for (const receipt of input.receipts) await applyOne(ctx, input.provider, receipt)
}

async function applyOne(ctx: Ctx, provider: SmsProviderName, receipt: Receipt): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    const message = await db
      .selectFrom('messages')
      .select(['id', 'state', 'alert_id', 'recipient_name', 'provider_id'])
      .where((eb) =>
        eb.or([
          eb.and([eb('provider', '=', provider), eb('provider_id', '=', receipt.provider_id)]),
          // The answer to the send was lost: the row is known by our own id, and is not a later attempt's.
          eb.and([
            eb('id', '=', receipt.message_id ?? -1),
            eb('provider_id', 'is', null),
            eb.val(receipt.state !== 'failed'),
          ]),
        ]),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!message) return
    const state = applyReceipt(message.state, receipt.state)
    if (state === message.state) return
    await db
      .updateTable('messages')
      .set({
        state,
        provider,
        provider_id: receipt.provider_id,
        claimed_until: null,
        params_sealed: sql`case when ${state} <> 'delivered' and num_nonnulls(dispatch_id, handover_id) > 0 then params_sealed end`,
        sent_at: sql`coalesce(sent_at, now())`,
        ...(state === 'delivered' ? { delivered_at: sql`now()` } : {}),
        ...(state === 'failed' ? { failed_at: sql`now()`, last_error: 'The operator could not deliver it.' } : {}),
      })
      .where('id', '=', message.id)
      .execute()
    if (message.alert_id !== null) {
      await appendEvent(db, {
        alert_id: message.alert_id,
        kind: 'message',
        detail: { recipient: message.recipient_name ?? 'relative', state },
      })
    }
  })
}
