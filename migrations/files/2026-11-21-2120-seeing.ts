import { type Kysely, sql } from 'kysely'

/** The figures of the last hour are read every few seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_created on messages (created_at)`.execute(db)
  await sql`create index otp_challenges_created on otp_challenges (created_at)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_created, otp_challenges_created`.execute(db)
}
