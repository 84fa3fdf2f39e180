import { type Kysely, sql } from 'kysely'

/**
 * Which rule lets the relatives of an alert wait for a claim, and whether a press came from a page of another site. A
 * server of the version before writes neither: its alerts are judged by the worker like all others. Codes are counted for a
 * network before they are made, no more among those made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column relatives_wait_for text`.execute(db)
  await sql`alter table alert_reports add column another_site boolean not null default false`.execute(db)
  await sql`drop index if exists otp_challenges_ip`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index otp_challenges_ip on otp_challenges (ip_hash, created_at desc) where ip_hash is not null`.execute(
    db,
  )
  await sql`alter table alert_reports drop column another_site`.execute(db)
  await sql`alter table alerts drop column relatives_wait_for`.execute(db)
}
