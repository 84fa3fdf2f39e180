import { type Kysely, sql } from 'kysely'

/**
 * What the operators' consoles need: since when an alert has had no owner (the ladder climbs from there), which numbers
 * were called and when, whether anybody listens at all, and the notes from shift to shift.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column waiting_since timestamptz not null default now()`.execute(db)
  await sql`update alerts set waiting_since = timestamp where status = 'PENDING'`.execute(db)
  await sql`create index alerts_waiting on alerts (waiting_since)
    where status = 'PENDING' and claimed_by is null and not drill`.execute(db)
  await sql`create table staff_calls (phone text primary key, called_at timestamptz not null)`.execute(db)
  await sql`create table console_watch (
    one boolean primary key default true check (one),
    outage integer not null default 0,
    silent_since timestamptz,
    told_at timestamptz,
    check (told_at is null or silent_since is not null)
  )`.execute(db)
  await sql`insert into console_watch default values`.execute(db)
  await sql`create table shift_notes (
    id bigint generated always as identity primary key,
    note_id uuid not null unique,
    text text not null,
    written_by bigint not null references users (id),
    written_at timestamptz not null default now()
  )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table shift_notes, console_watch, staff_calls`.execute(db)
  await sql`drop index alerts_waiting`.execute(db)
  await sql`alter table alerts drop column waiting_since`.execute(db)
}
