import { type Kysely, sql } from 'kysely'

/** How often the live feed's counter was behind an event and went past it: a metric. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table live_counter add column healed bigint not null default 0`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table live_counter drop column healed`.execute(db)
}
