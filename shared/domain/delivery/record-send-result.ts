import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { appendEvent } from '../emergency/events/append-event.ts'
import type { ClaimedMessage } from './claim-message.ts'

type Outcome =
  | { state: 'sent'; provider: string; provider_id: string; uncertain: boolean }
  | { state: 'pending'; error: string; uncertain: boolean; retry_after_seconds: number }
  | { state: 'failed' | 'cancelled'; error: string; uncertain?: boolean }

/**
 * Notes how an attempt ended, only while the message is still ours. What belongs to an alert is shown on its timeline
 * in the same transaction. What is sealed (a code, a driver's or hospital's link) is erased as soon as it is not needed
 * any more; a link may have to be sent again until it is delivered.
 */
export async function recordSendResult(ctx: Ctx, message: ClaimedMessage, outcome: Outcome): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    const changed = await db
      .updateTable('messages')
      .set({
        state: outcome.state,
        claimed_until: null,
        ...(outcome.uncertain ? { uncertain: true } : {}),
        ...(outcome.state === 'sent'
          ? { provider: outcome.provider, provider_id: outcome.provider_id, sent_at: sql`now()`, last_error: null }
          : { last_error: outcome.error }),
        ...(outcome.state === 'pending'
          ? { next_attempt_at: sql`now() + make_interval(secs => ${outcome.retry_after_seconds})` }
          : (message.dispatch_id !== null || message.handover_id !== null) && outcome.state !== 'cancelled'
            ? {}
            : { params_sealed: null }),
        ...(outcome.state === 'failed' ? { failed_at: sql`now()` } : {}),
      })
      .where('id', '=', message.id)
      .where('state', '=', 'sending')
      .where('attempts', '=', message.attempts)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return
    if (message.alert_id !== null && outcome.state !== 'pending') {
      await appendEvent(db, {
        alert_id: message.alert_id,
        kind: 'message',
        detail: { recipient: message.recipient_name ?? 'relative', state: outcome.state },
      })
    }
  })
}
