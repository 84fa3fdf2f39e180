import { type Kysely, sql } from 'kysely'

/**
 * An ambulance whose position is old is looked for at its base: that needs an index of bases beside the one of positions.
 * Messages about one ambulance of an alert name it, so that they are not sent any more once it was called back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ambulances_near_base on ambulances using gist (ll_to_earth(base_latitude, base_longitude))
    where status = 'AVAILABLE'`.execute(db)
  await sql`alter table messages add column dispatch_id bigint references dispatches (id)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages drop column dispatch_id`.execute(db)
  await sql`drop index ambulances_near_base`.execute(db)
}
