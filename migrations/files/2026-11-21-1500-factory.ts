import { type Kysely, sql } from 'kysely'

/**
 * The coupon factory. `runs` counts how often a job was put into the queue (each time under a name of its own, because
 * a queue remembers failed names), `touched_at` when somebody last worked on it. A coupon knows who voided it and which
 * one it replaces.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_jobs
    add column runs integer not null default 1,
    add column touched_at timestamptz not null default now()`.execute(db)
  await sql`create index bulk_jobs_processing on bulk_jobs (touched_at) where status = 'PROCESSING'`.execute(db)
  await sql`alter table coupons
    add column voided_by bigint references users (id),
    add column replaces_id bigint references coupons (id)`.execute(db)
  await sql`create unique index coupons_replaces on coupons (replaces_id) where replaces_id is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table coupons drop column replaces_id, drop column voided_by`.execute(db)
  await sql`drop index bulk_jobs_processing`.execute(db)
  await sql`alter table bulk_jobs drop column touched_at, drop column runs`.execute(db)
}
