import { type Kysely, sql } from 'kysely'

/**
 * Which rule lets the relatives of an alert wait for a claim, and whether a press came from a page of another site. A
 * server of the version before writes neither: its alerts are judged by the worker like all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column relatives_wait_for text`.execute(db)
  await sql`alter table alert_reports add column another_site boolean not null default false`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_reports drop column another_site`.execute(db)
  await sql`alter table alerts drop column relatives_wait_for`.execute(db)
}
