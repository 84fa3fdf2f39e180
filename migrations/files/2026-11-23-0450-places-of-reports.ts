import { type Kysely, sql } from 'kysely'

/**
 * What a bystander adds afterwards is a report of its own (`added_later`), so that no place or number is written over.
 * `places_differ`: reports name places too far apart to be one. `follows_id`: the alert of the same sticker that was
 * attended shortly before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_reports add column added_later boolean not null default false`.execute(db)
  await sql`alter table alerts add column places_differ boolean not null default false, add column follows_id bigint`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_reports drop column added_later`.execute(db)
  await sql`alter table alerts drop column places_differ, drop column follows_id`.execute(db)
}
