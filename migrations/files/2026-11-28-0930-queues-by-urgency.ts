import { type Kysely, sql } from 'kysely'

/**
 * What waits is read by its queue: an outbox entry names it, and of the open messages the template says it. Entries of the
 * version before name none; the relay looks it up. The second index must be made again when `messageQueue` changes.
 *
 * Messages wait while it is made. Where millions are kept, make the same index with `create index concurrently` before the
 * deploy; one that exists is left as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column queue text`.execute(db)
  await sql`create index outbox_unpublished_queue on outbox (queue, id) where published_at is null`.execute(db)
  await sql`create index if not exists messages_due_queue on messages ((case
    when template in ('otp') then 'codes'
    when template in ('contact_check', 'renewal_reminder') then 'messages'
    else 'alerts' end), next_attempt_at) where state in ('pending', 'sending')`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_due_queue, outbox_unpublished_queue`.execute(db)
  await sql`alter table outbox drop column queue`.execute(db)
}
