import { type Kysely, sql } from 'kysely'

/**
 * Erasing a person: who was erased, by whom and until when the rest is kept; files that are still to be removed from the
 * storage; a code for it. The timeline of an erased person loses who was called and what was typed in, by a function of
 * the owner that does so for nobody else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (constraint): the list only grows, what was allowed stays so
  await sql`alter table otp_challenges
    drop constraint otp_challenges_purpose_check,
    add constraint otp_challenges_purpose_check check (purpose in ('login', 'register', 'erase'))`.execute(db)
  await sql`create table erasures (
    user_id bigint primary key references users (id),
    erased_by bigint references users (id),
    reason text,
    erased_at timestamptz not null default now(),
    keep_until date not null,
    listed_at timestamptz
  )`.execute(db)
  await sql`create index erasures_unlisted on erasures (user_id) where listed_at is null`.execute(db)
  await sql`create table file_removals (
    key text primary key,
    added_at timestamptz not null default now(),
    next_at timestamptz not null default now(),
    tries integer not null default 0
  )`.execute(db)
  await sql`create function forget_person_details(person bigint) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare changed bigint;
    begin
      if not exists (select from erasures where user_id = person) then
        raise exception 'Nobody is forgotten who was not erased.' using errcode = 'insufficient_privilege';
      end if;
      with forgotten as (
        update alert_events e set detail = detail_without_people(e.detail) from alerts a
        where a.user_id = person and e.alert_id = a.id and e.detail <> detail_without_people(e.detail) returning 1)
      select count(*) into changed from forgotten;
      return changed;
    end $$`.execute(db)
  await sql`revoke execute on function forget_person_details from public`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function forget_person_details`.execute(db)
  await sql`drop table file_removals, erasures`.execute(db)
  await sql`delete from otp_challenges where purpose = 'erase'`.execute(db)
  await sql`alter table otp_challenges
    drop constraint otp_challenges_purpose_check,
    add constraint otp_challenges_purpose_check check (purpose in ('login', 'register'))`.execute(db)
}
