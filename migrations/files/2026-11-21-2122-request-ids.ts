import { type Kysely, sql } from 'kysely'

/** The request a job comes from, so that the worker's log lines can be found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column request_id text`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox drop column request_id`.execute(db)
}
