import { sql, type SqlBool } from 'kysely'
import { isTemplateName } from '../../contracts/message-templates.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { Tx } from '../../platform/database/database.ts'
import { canMail } from '../../platform/mail/create-mailer.ts'
import { createMessage, insertMessages, queueMessage, sweptSoon } from '../messages/create-message.ts'
import { spokenParams } from '../messages/message-params.ts'
import { insertOutbox, wakeRelay } from '../outbox/enqueue.ts'
import { begins, toStaff } from '../alerts/reach-conditions.ts'

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

/** Sends what failed for good by other channels, in the transaction that notes the failure. Once for each message. */
export async function fallBack(db: Tx, config: Config, message_id: number): Promise<void> {
  await fallBackToSms(db, message_id)
  await fallBackForStaff(db, config, message_id)
}

/**
 * The SMS in place of a WhatsApp message: the same text to the same number. Nothing for other channels, for what is not
 * worth sending any more, and for WhatsApp that took the place of an SMS. Returns the id of the new message, or null.
 */
export const fallBackToSms = (db: Tx, message_id: number): Promise<number | null> =>
  queueMessage(
    db,
    insertMessages(
      ['channel', 'dedupe_key', 'next_attempt_at', ...COPIED],
      sql`select 'sms', dedupe_key || ':sms', ${sweptSoon}, ${sql.join(COPIED.map((column) => sql.ref(column)))}
        from messages m where id = ${message_id} and channel = 'whatsapp' and expires_at > now() and ${begins}`,
    ),
  )

/** An SMS to admins or people on call goes out by WhatsApp, call, e-mail and push, as far as each is set up. */
async function fallBackForStaff(db: Tx, config: Config, message_id: number): Promise<void> {
  const message = await db
    .selectFrom('messages as m')
    .leftJoin('users as u', (join) => join.onRef('u.phone_number', '=', 'm.to_phone').on('u.deleted_at', 'is', null))
    .select(['m.template', 'm.params', 'm.to_phone', 'm.dedupe_key', 'm.alert_id', 'm.language'])
    .select(['m.recipient_name', 'm.recipient_relation', 'u.id as user_id', 'u.email'])
    .select(sql<number>`extract(epoch from m.expires_at - now())::float8`.as('valid_seconds'))
    .where('m.id', '=', message_id)
    .where('m.channel', '=', 'sms')
    .where(sql<SqlBool>`${toStaff} and ${begins} and m.expires_at > now()`)
    .executeTakeFirst()
  if (!message || !isTemplateName(message.template) || message.to_phone === null) return
  const { template, to_phone, dedupe_key, user_id, email, params, alert_id, ...person } = message
  const send = (key: string, channel: object) =>
    createMessage(db, { template, params, ...person, ...channel, dedupe_key: `${dedupe_key}:${key}` } as never)
  const about = alert_id === null ? {} : { alert_id }
  if (config.WHATSAPP_PROVIDERS.length > 0) await send('whatsapp', { to_phone, channel: 'whatsapp', ...about })
  const spoken = spokenParams(template, params)
  // The key of a call of the ladder: it is cancelled for the same reasons.
  if (spoken && config.VOICE_PROVIDERS.length > 0)
    await send('call:0', { to_phone, channel: 'voice', template: `${template}_call`, params: spoken, ...about })
  if (email && canMail(config)) await send('email', { to_email: email })
  if (user_id !== null) await pushTo(db, { user_id, alert_id, message_id })
}

/** About an alert as any push of it; else with the text of the message. */
async function pushTo(db: Tx, to: { user_id: number; alert_id: number | null; message_id: number }): Promise<void> {
  const { user_id, alert_id, message_id } = to
  const about = JSON.stringify(alert_id === null ? { alert_id, message_id } : { alert_id })
  const jobs = sql`select 'push-' || id || '-message-' || ${message_id}::text as job_id,
    jsonb_build_object('subscription_id', id) || ${about}::jsonb as payload
    from push_subscriptions where user_id = ${user_id}`
  await sql`with entry as (${insertOutbox('send-push', jobs)}) select ${wakeRelay}`.execute(db)
}
