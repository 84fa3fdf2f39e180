import { sql } from 'kysely'
import { costOf } from '../../contracts/message-costs.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { appendEvent } from '../alerts/append-event.ts'
import type { ClaimedMessage } from './claim-message.ts'
import { fallBack } from './fall-back.ts'

type Outcome =
  | { state: 'sent'; provider: string; provider_id: string; uncertain: boolean; parts: number | null }
  // `untried`: held back before any provider was asked, which is no attempt.
  | { state: 'pending'; error: string; uncertain: boolean; retry_after_seconds: number; untried?: boolean }
  | { state: 'failed' | 'cancelled'; error: string; uncertain?: boolean }

/**
 * Notes how an attempt ended, while the message is still claimed by this worker. That a provider took it counts later,
 * too: a worker that a busy machine held up must not have its message sent again. An alert's timeline shows it in the same
 * transaction, and what failed goes out by other channels. Sealed parameters are erased as soon as they are not
 * needed: a code after sending, a link after delivery, because a failed message must be sent again with the same link.
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
          ? {
              provider: outcome.provider,
              provider_id: outcome.provider_id,
              parts: outcome.parts,
              cost_paise:
                outcome.parts && costOf(ctx.config.MESSAGE_PRICES, outcome.provider, message.channel, outcome.parts),
              sent_at: sql`now()`,
              last_error: null,
            }
          : { last_error: outcome.error }),
        ...(outcome.state === 'pending'
          ? {
              next_attempt_at: sql`now() + make_interval(secs => ${outcome.retry_after_seconds})`,
              ...(outcome.untried ? { attempts: message.attempts - 1 } : {}),
            }
          : (message.dispatch_id !== null || message.handover_id !== null) && outcome.state !== 'cancelled'
            ? {}
            : { params_sealed: null }),
        ...(outcome.state === 'failed' ? { failed_at: sql`now()` } : {}),
      })
      .where('id', '=', message.id)
      .where(({ eb, and }) =>
        outcome.state === 'sent'
          ? eb('state', 'in', ['pending', 'sending'])
          : and([eb('state', '=', 'sending'), eb('attempts', '=', message.attempts)]),
      )
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return
    if (outcome.state === 'failed') await fallBack(db, ctx.config, message.id)
    if (message.alert_id !== null && outcome.state !== 'pending') {
      await appendEvent(db, {
        alert_id: message.alert_id,
        kind: 'message',
        detail: {
          recipient: message.recipient_name ?? 'relative',
          channel: message.channel,
          state: outcome.state,
        },
      })
    }
  })
}
