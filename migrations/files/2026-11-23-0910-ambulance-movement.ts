import { type Kysely, sql } from 'kysely'

/** Where an ambulance was when it last moved, and when: one that is on its way and stands still must be noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ambulances add column moved_latitude double precision,
    add column moved_longitude double precision, add column moved_at timestamptz`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ambulances drop column moved_at, drop column moved_longitude, drop column moved_latitude`.execute(
    db,
  )
}
