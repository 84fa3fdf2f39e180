import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { enqueue } from '../ground/outbox/enqueue.ts'

/**
 * The SMS in place of a WhatsApp message: the same text to the same number, in the transaction that notes the failure.
 * Once for each message, however often it fails; nothing for other channels and for what is not worth sending any
 * more. Returns the id of the new message, or null.
 */
export async function fallBackToSms(db: Tx, message_id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into messages (channel, to_phone, language, template, params, params_sealed, alert_id, dispatch_id, handover_id,
      user_id, recipient_name, recipient_relation, dedupe_key, expires_at, next_attempt_at)
    select 'sms', to_phone, language, template, params, params_sealed, alert_id, dispatch_id, handover_id,
      user_id, recipient_name, recipient_relation, dedupe_key || ':sms', expires_at, now() + interval '5 seconds'
    from messages where id = ${message_id} and channel = 'whatsapp' and expires_at > now()
    on conflict (dedupe_key) do nothing
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) return null
  await enqueue(db, 'send-message', { message_id: id, attempts: 0 }, `send-message-${id}`)
  return id
}
