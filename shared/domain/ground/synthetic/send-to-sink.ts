import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { enqueue } from '../outbox/enqueue.ts'

/** Writes the message of a synthetic alert: it goes the way of every message, to a sink without a recipient. */
export async function sendToSink(db: Tx, alert_id: number): Promise<void> {
  const message = await db
    .insertInto('messages')
    .values({
      channel: 'sink',
      template: 'synthetic_scan',
      params: '{}',
      alert_id,
      dedupe_key: `alert:${alert_id}:synthetic`,
      next_attempt_at: sql`now() + interval '5 seconds'`,
      expires_at: sql`now() + interval '2 minutes'`,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (message) await enqueue(db, 'send-message', { message_id: message.id, attempts: 0 }, `send-message-${message.id}`)
}
