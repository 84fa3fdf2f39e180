import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { insertMessages, queueMessage, sweptSoon } from '../ground/messages/create-message.ts'

/** What the SMS has from the message. */
const COPIED = [
  'to_phone',
  'language',
  'template',
  'params',
  'params_sealed',
  'alert_id',
  'dispatch_id',
  'handover_id',
  'user_id',
  'recipient_name',
  'recipient_relation',
  'expires_at',
] as const

/**
 * The SMS in place of a WhatsApp message: the same text to the same number, in the transaction that notes the failure.
 * Once for each message, however often it fails; nothing for other channels and for what is not worth sending any
 * more. Returns the id of the new message, or null.
 */
export const fallBackToSms = (db: Tx, message_id: number): Promise<number | null> =>
  queueMessage(
    db,
    insertMessages(
      ['channel', 'dedupe_key', 'next_attempt_at', ...COPIED],
      sql`select 'sms', dedupe_key || ':sms', ${sweptSoon}, ${sql.join(COPIED.map((column) => sql.ref(column)))}
        from messages where id = ${message_id} and channel = 'whatsapp' and expires_at > now()`,
    ),
  )
