import { type Kysely, sql } from 'kysely'

/** A batch that is asked for twice (a second click, an answer that was lost) is one batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_jobs add column request_id uuid unique`.execute(db)
}
