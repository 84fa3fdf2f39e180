import { type Kysely, sql } from 'kysely'

/**
 * One accident, several stickers: alerts of one incident carry the id of its first, and one ambulance may go to several
 * of them. Of the dispatches of a ride one is its lead; the others share it. Lookups by ambulance keep an index of their
 * own, as the unique one holds leads only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column incident_id bigint`.execute(db)
  await sql`create index alerts_incident on alerts (incident_id) where incident_id is not null`.execute(db)
  await sql`alter table dispatches add column shares bigint references dispatches (id)`.execute(db)
  await sql`create index dispatches_sharing on dispatches (shares) where shares is not null`.execute(db)
  await sql`create index dispatches_of_ambulance on dispatches (ambulance_id)
    where state not in ('DONE', 'CANCELLED')`.execute(db)
  await sql`create unique index dispatches_one_ride on dispatches (ambulance_id)
    where state not in ('DONE', 'CANCELLED') and shares is null`.execute(db)
  await sql`drop index dispatches_one_ambulance`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update dispatches set state = 'CANCELLED', cancelled_at = now(), cancel_reason = 'Rides are not shared any more.'
    where shares is not null and state not in ('DONE', 'CANCELLED')`.execute(db)
  await sql`create unique index dispatches_one_ambulance on dispatches (ambulance_id)
    where state not in ('DONE', 'CANCELLED')`.execute(db)
  await sql`drop index dispatches_one_ride`.execute(db)
  await sql`drop index dispatches_of_ambulance`.execute(db)
  await sql`alter table dispatches drop column shares`.execute(db)
  await sql`alter table alerts drop column incident_id`.execute(db)
}
