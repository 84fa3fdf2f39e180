import { sql } from 'kysely'
import { type Ctx, inTransaction, type VerbArgs } from '../../platform/context.ts'
import { applyReceipt } from '../../platform/carriers/apply-receipt.ts'
import { NOTIFIED_STATES, type MessageState } from '../../contracts/messages.ts'
import type { ProviderName, Receipt } from '../../platform/carriers/provider.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { fallBack } from './fall-back.ts'

/** How a message or call ended without reaching the person; no provider charges for such a call. */
const ENDED: Partial<Record<MessageState, string>> = {
  failed: 'The operator could not deliver it.',
  no_answer: 'The phone rang in vain.',
  busy: 'The line was engaged, or the call was declined.',
}

/**
 * Notes what a provider reports about its messages and calls. Late, doubled and reordered receipts only ever move a state
 * on. What failed goes out by other channels (`fall-back.ts`).
 */
export async function applyReceipts({
  ctx,
  input,
}: VerbArgs<{ provider: ProviderName; receipts: Receipt[] }, Ctx>): Promise<void> {
  for (const receipt of input.receipts) await applyOne(ctx, input.provider, receipt)
}

async function applyOne(ctx: Ctx, provider: ProviderName, receipt: Receipt): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    const message = await db
      .selectFrom('messages')
      .select(['id', 'channel', 'state', 'alert_id', 'recipient_name'])
      .where((eb) =>
        eb.or([
          eb.and([eb('provider', '=', provider), eb('provider_id', '=', receipt.provider_id)]),
          // The answer to the send was lost: the row is found by our own id, if no later attempt was made. What tells
          // the person counts whichever attempt it was.
          eb.and([
            eb('id', '=', receipt.message_id ?? -1),
            eb.or([eb('provider_id', 'is', null), eb.val(notifies(receipt.state))]),
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
        ...(notifies(state)
          ? { params_sealed: null }
          : { params_sealed: sql`case when num_nonnulls(dispatch_id, handover_id) > 0 then params_sealed end` }),
        sent_at: sql`coalesce(sent_at, now())`,
        ...(state === 'delivered' || state === 'read' ? { delivered_at: sql`coalesce(delivered_at, now())` } : {}),
        ...(state === 'confirmed' ? { confirmed_at: sql`now()` } : {}),
        ...(state === 'failed' ? { failed_at: sql`now()` } : {}),
        ...(ENDED[state] ? { last_error: ENDED[state] } : {}),
        ...(ENDED[state] && message.channel === 'voice' ? { cost_paise: 0 } : {}),
      })
      .where('id', '=', message.id)
      .execute()
    if (state === 'failed') await fallBack(db, ctx.config, message.id)
    if (message.alert_id !== null) {
      await appendEvent(db, {
        alert_id: message.alert_id,
        kind: 'message',
        detail: { recipient: message.recipient_name ?? 'relative', channel: message.channel, state },
      })
    }
  })
}

const notifies = (state: MessageState) => (NOTIFIED_STATES as readonly MessageState[]).includes(state)
