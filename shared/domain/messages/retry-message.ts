import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, type SignedInCtx } from '../../platform/context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { enqueue } from '../outbox/enqueue.ts'

/** Starts a failed message of an alert anew, with all its attempts. Refused with 409 when it has not failed. */
export async function retryMessage({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: { message_id: number }
}): Promise<{ detail: string }> {
  return inTransaction(ctx, async (tx) => {
    const message = await tx.db
      .updateTable('messages')
      .set({
        state: 'pending',
        attempts: 0,
        failed_at: null,
        next_attempt_at: sql`now() + interval '5 seconds'`,
        expires_at: sql`greatest(expires_at, now() + interval '10 minutes')`,
      })
      .where('id', '=', input.message_id)
      .where('state', '=', 'failed')
      .where('alert_id', 'is not', null)
      .returning(['id', 'alert_id', 'recipient_name'])
      .executeTakeFirst()
    if (!message) throw new Refusal('CONFLICT', 'Only a failed message can be sent again.')
    await enqueue(tx.db, 'send-message', { message_id: message.id }, `send-message-${message.id}-${randomUUID()}`)
    await writeAudit(tx, { action: 'message.retried', subject: 'message', subject_id: message.id })
    const detail = { recipient: message.recipient_name ?? 'relative', state: 'sending again' }
    await appendEvent(tx.db, { alert_id: message.alert_id!, kind: 'message', actor_id: tx.actor.id, detail })
    return { detail: 'The message is being sent again.' }
  })
}
