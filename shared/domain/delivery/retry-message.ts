import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, type SignedInCtx, type VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { enqueue } from '../outbox/enqueue.ts'

/** A failed message whose text is still kept, and that no SMS has taken the place of. */
export const sendable = sql<boolean>`((params is not null or params_sealed is not null)
  and not exists (select from messages s where s.dedupe_key = messages.dedupe_key || ':sms'))`

/** Starts a failed message of an alert again, with all its attempts. Rejected with 409 unless it can be. */
export async function retryMessage({ ctx, input }: VerbArgs<{ message_id: number }>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (tx) => {
    if (!(await sendAgain(tx, input.message_id, 'of_an_alert'))) {
      throw new DomainError(
        'CONFLICT',
        'Only a failed message can be sent again, and none that an SMS has taken the place of.',
      )
    }
    return { detail: 'The message is being sent again.' }
  })
}

/**
 * Puts a failed message back to its beginning, audited, in the caller's transaction.
 * False when it has not failed, for codes, whose text is erased, and for WhatsApp that went by SMS since.
 */
export async function sendAgain(tx: SignedInCtx & { db: Tx }, id: number, which?: 'of_an_alert'): Promise<boolean> {
  const message = await tx.db
    .updateTable('messages')
    .set({
      state: 'pending',
      attempts: 0,
      failed_at: null,
      next_attempt_at: sql`now() + interval '5 seconds'`,
      expires_at: sql`greatest(expires_at, now() + interval '10 minutes')`,
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where(sendable)
    .$if(which === 'of_an_alert', (query) => query.where('alert_id', 'is not', null))
    .returning(['id', 'alert_id', 'recipient_name'])
    .executeTakeFirst()
  if (!message) return false
  const job = { message_id: message.id, attempts: 0 }
  await enqueue(tx.db, 'send-message', job, `send-message-${message.id}-${randomUUID()}`)
  await writeAudit(tx, { action: 'message.retried', subject: 'message', subject_id: message.id })
  if (message.alert_id !== null) {
    const detail = { recipient: message.recipient_name ?? 'relative', state: 'sending again' }
    await appendEvent(tx.db, { alert_id: message.alert_id, kind: 'message', actor_id: tx.actor.id, detail })
  }
  return true
}
