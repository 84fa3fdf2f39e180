import { type Kysely, sql } from 'kysely'

/**
 * Who is on call. `rota_place`: the order of the weekly rota; null for people who are only on the list.
 * `rota_since`: a moment of handover, at which the first of the rota took over; every week from there is the next one's.
 * The times of levels 2 and 3 may only be earlier than 60 and 120 s. A removed person keeps the row for the history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table on_call_people (
    id bigint generated always as identity primary key,
    name text not null,
    phone text not null check (phone ~ '^[6-9][0-9]{9}$'),
    language text not null default 'en',
    rota_place integer,
    created_at timestamptz not null default now(),
    removed_at timestamptz,
    check (removed_at is null or rota_place is null)
  )`.execute(db)
  await sql`create unique index on_call_people_phone on on_call_people (phone) where removed_at is null`.execute(db)
  await sql`create table on_call_overrides (
    id bigint generated always as identity primary key,
    request_id uuid not null unique,
    person_id bigint not null references on_call_people (id),
    from_at timestamptz not null,
    to_at timestamptz not null,
    check (to_at > from_at)
  )`.execute(db)
  await sql`create index on_call_overrides_person on on_call_overrides (person_id)`.execute(db)
  await sql`create table on_call_settings (
    one boolean primary key default true check (one),
    rota_since timestamptz not null default '2026-01-05 09:00+05:30',
    level_2_seconds integer not null default 60 check (level_2_seconds between 30 and 60),
    level_3_seconds integer not null default 120 check (level_3_seconds between level_2_seconds and 120)
  )`.execute(db)
  await sql`insert into on_call_settings default values`.execute(db)
  await sql`create index messages_to_staff on messages (id) where recipient_relation in ('Admin', 'On call')`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_to_staff`.execute(db)
  await sql`drop table on_call_settings, on_call_overrides, on_call_people`.execute(db)
}
