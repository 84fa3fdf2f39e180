import { type Kysely, sql } from 'kysely'

/** How far workers have checked the seals of the audit log: what is new since the day before, and a round over all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_checks (
    one boolean primary key default true check (one),
    next_at timestamptz not null default now(),
    first_at timestamptz not null default now(),
    ended_at timestamptz,
    newest jsonb,
    round jsonb,
    round_ended_at timestamptz,
    broken jsonb)`.execute(db)
  await sql`insert into audit_checks default values`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table audit_checks`.execute(db)
}
