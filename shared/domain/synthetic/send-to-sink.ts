import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { insertMessage, queueMessage, sweptSoon } from '../messages/create-message.ts'

/** Writes the message of a synthetic alert: it goes the way of every message, to a sink without a recipient. */
export async function sendToSink(db: Tx, alert_id: number): Promise<void> {
  await queueMessage(
    db,
    insertMessage({
      channel: 'sink',
      template: 'synthetic_scan',
      params: '{}',
      alert_id,
      dedupe_key: `alert:${alert_id}:synthetic`,
      next_attempt_at: sweptSoon,
      expires_at: sql<Date>`now() + interval '2 minutes'`,
    }),
  )
}
