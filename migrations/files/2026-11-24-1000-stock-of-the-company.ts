import { type Kysely, sql } from 'kysely'

/**
 * What a transfer was asked for, so that the same id for something else is found out; and an index of what the company
 * can give, by batch.
 *
 * Registrations and transfers wait while the index is made (about two seconds at five million rows), presses do not.
 * Where that is too long, make the same index with `create index concurrently` before the deploy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stock_moves add column asked bytea`.execute(db)
  await sql`create index if not exists coupons_to_give on coupons (bulk_job_id)
    where bulk_job_id is not null and holder_id is null and status = 'AVAILABLE' and voided_at is null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index coupons_to_give`.execute(db)
  await sql`alter table stock_moves drop column asked`.execute(db)
}
