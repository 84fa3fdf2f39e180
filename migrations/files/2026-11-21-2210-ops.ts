import { type Kysely, sql } from 'kysely'

/** Processes that say that they live, and jobs that failed for good: what the operations page shows beside the rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table processes (
    id uuid primary key,
    kind text not null check (kind in ('server', 'worker')),
    host text not null,
    pid integer not null,
    version text not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    detail jsonb not null default '{}'
  )`.execute(db)
  await sql`create table failed_jobs (
    id bigint generated always as identity primary key,
    job text not null,
    job_id text not null unique,
    payload jsonb not null,
    reason text not null,
    failed_at timestamptz not null default now(),
    retried_at timestamptz
  )`.execute(db)
  await sql`create index failed_jobs_open on failed_jobs (id desc) where retried_at is null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table failed_jobs, processes`.execute(db)
}
