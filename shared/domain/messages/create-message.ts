import { type InsertObject, type RawBuilder, sql } from 'kysely'
import type { TemplateName, TemplateParams } from '../../contracts/message-templates.ts'
import type { PhoneChannel } from '../../contracts/messages.ts'
import type { Language } from '../../contracts/scan.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Config } from '../../platform/settings/config.ts'
import { insertOutbox, wakeRelay } from '../outbox/enqueue.ts'
import { messageQueue } from '../outbox/message-queue.ts'
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

type Row = InsertObject<Database, 'messages'>

/** When the sweep first looks at a message: normally the queue is faster. */
export const sweptSoon = sql<Date>`now() + interval '5 seconds'`

/**
 * SQL: messages from `rows`, `values` or a query of these columns. Returns their ids and templates; a known `dedupe_key` is left out.
 * No job sends them: see `queueMessage`.
 */
export const insertMessages = (
  columns: readonly (keyof Row)[],
  rows: RawBuilder<unknown>,
): RawBuilder<{ id: number }> => sql`
  insert into messages (${sql.join(columns.map((column) => sql.ref(column)))}) ${rows}
  on conflict (dedupe_key) do nothing returning id, template`

/** SQL: one message, like `insertMessages`. */
export function insertMessage(row: Row): RawBuilder<{ id: number }> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  return insertMessages(
    given.map(([column]) => column as keyof Row),
    sql`values (${sql.join(given.map(([, value]) => value))})`,
  )
}

/** Inserts messages and the jobs that send them, in the caller's transaction. Returns the first id; null without any. */
export async function queueMessage(db: Db, insert: RawBuilder<{ id: number }>): Promise<number | null> {
  const jobs = sql`select 'send-message-' || id as job_id,
    jsonb_build_object('message_id', id, 'attempts', 0) as payload, ${messageQueue()} as queue from message`
  const { rows } = await sql<{ id: number }>`
    with message as (${insert}), entry as (${insertOutbox('send-message', jobs)})
    select id, ${wakeRelay} from message`.execute(db)
  return rows[0]?.id ?? null
}

/** Writes a message and its job in the caller's transaction. Returns the id, or null when this key exists already. */
export function createMessage<Name extends TemplateName>(db: Db, message: NewMessage<Name>): Promise<number | null> {
  const { valid_seconds, params, sealed_by, ...columns } = message
  const to = message.to_phone ?? message.to_email
  const plain = sealed_by ? spokenParams(message.template, params) : params
  return queueMessage(
    db,
    insertMessage({
      ...columns,
      channel: message.to_email === undefined ? (message.channel ?? 'sms') : 'email',
      params: plain && JSON.stringify(plain),
      ...(sealed_by ? { params_sealed: sealParams(sealed_by, to, params) } : {}),
      next_attempt_at: sweptSoon,
      expires_at: sql<Date>`now() + make_interval(secs => ${valid_seconds})`,
    }),
  )
}
