import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_jobs add column cancelled_at timestamptz`.execute(db)
  // Removing the coupons of such a job looks for each of them among the terms.
  await sql`create index subscriptions_coupon on subscriptions (coupon_id) where coupon_id is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index subscriptions_coupon`.execute(db)
  await sql`alter table bulk_jobs drop column cancelled_at`.execute(db)
}
