import { type Kysely, sql } from 'kysely'

/** For the daily limit of messages outside emergencies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_other on messages (sent_at)
    where template in ('contact_check', 'renewal_reminder') and sent_at is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_other`.execute(db)
}
