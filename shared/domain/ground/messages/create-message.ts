import { sql } from 'kysely'
import type { TemplateName, TemplateParams } from '../../../contracts/message-templates.ts'
import type { PhoneChannel } from '../../../contracts/messages.ts'
import type { Language } from '../../../contracts/scan.ts'
import type { Db } from '../../../platform/database.ts'
import type { Config } from '../../../platform/config.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { sealParams, spokenParams } from './message-params.ts'

/** To ten digits by SMS, unless another channel is named, or by e-mail. */
type Address =
  | { to_phone: string; channel?: PhoneChannel; to_email?: never }
  | { to_email: string; channel?: never; to_phone?: never }

export type NewMessage<Name extends TemplateName> = Address & {
  template: Name
  params: TemplateParams<Name>
  /** One message per key, ever: so each relative is notified once. */
  dedupe_key: string
  /** After this it is not sent any more. */
  valid_seconds: number
  alert_id?: number
  /** Not sent any more once this ambulance was called back or is done. */
  dispatch_id?: number
  /** Not sent any more once this link was revoked or has run out. */
  handover_id?: number
  user_id?: number
  recipient_name?: string | null
  recipient_relation?: string | null
  /** Of the text; English without it. */
  language?: Language
  /** The relative's own link to the alert's page. */
  track_token?: string
  /** Given when the parameters must not be readable in the table, but for those that a call speaks. */
  sealed_by?: Config
}

/**
 * Writes a message and its job in the caller's transaction. Returns the id, or null when this key exists already. The
 * sweep looks at it only after a few seconds: normally the queue is faster.
 */
export async function createMessage<Name extends TemplateName>(
  db: Db,
  message: NewMessage<Name>,
): Promise<number | null> {
  const { valid_seconds, params, sealed_by, ...columns } = message
  const to = message.to_phone ?? message.to_email
  const plain = sealed_by ? spokenParams(message.template, params) : params
  const row = await db
    .insertInto('messages')
    .values({
      ...columns,
      channel: message.to_email === undefined ? (message.channel ?? 'sms') : 'email',
      params: plain && JSON.stringify(plain),
      ...(sealed_by ? { params_sealed: sealParams(sealed_by, to, params) } : {}),
      next_attempt_at: sql`now() + interval '5 seconds'`,
      expires_at: sql`now() + make_interval(secs => ${valid_seconds})`,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await enqueue(db, 'send-message', { message_id: row.id, attempts: 0 }, `send-message-${row.id}`)
  return row.id
}
