import { type Kysely, sql } from 'kysely'

/** What a later version could need: a column and an index on the table that every press writes to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column second_version text not null default ''`.execute(db)
  await sql`create index alerts_second_version on alerts (second_version, id)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts drop column second_version`.execute(db)
}
