import { type Kysely, sql } from 'kysely'

/** The audit list of a day asks the seals which numbers are of that time. There are up to 288 more each day, for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists audit_seals_newest_at on audit_seals (newest_at, last_id)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index audit_seals_newest_at`.execute(db)
}
