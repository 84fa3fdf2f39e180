import { type Kysely, sql } from 'kysely'

/**
 * What was created for which `request_id`, one table for all creating calls. Transfers and overrides no longer keep it
 * themselves; a server of the version before still writes their columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table creations (
    request_id uuid primary key,
    asked bytea not null,
    created_id bigint not null,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`alter table stock_moves alter column request_id drop not null`.execute(db)
  await sql`alter table on_call_overrides alter column request_id drop not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update on_call_overrides set request_id = gen_random_uuid() where request_id is null`.execute(db)
  await sql`update stock_moves set request_id = gen_random_uuid() where request_id is null`.execute(db)
  await sql`alter table on_call_overrides alter column request_id set not null`.execute(db)
  await sql`alter table stock_moves alter column request_id set not null`.execute(db)
  await sql`drop table creations`.execute(db)
}
