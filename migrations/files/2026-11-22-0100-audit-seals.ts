import { type Kysely, sql } from 'kysely'

/**
 * The chain of seals over the audit log: each holds the hash of the one before and of a range of rows that nobody adds to
 * any more. Retention forgets whole sealed ranges only and marks their seals first, so that what is gone by the law and
 * what somebody took away are told apart. An address is not sealed: it goes with the erasure of a person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (constraint): the list only grows, what was allowed stays so
  await sql`create table audit_seals (
    first_id bigint primary key,
    last_id bigint not null unique,
    entries integer not null,
    newest_at timestamptz not null,
    previous bytea not null,
    hash bytea not null,
    sealed_at timestamptz not null default now(),
    forgotten_at timestamptz,
    constraint audit_seals_range check (first_id <= last_id))`.execute(db)
  await sql`create function audit_digest(previous bytea, first_id bigint, last_id bigint)
    returns table (entries integer, newest_at timestamptz, hash bytea) language sql stable as $$
    select count(*)::integer, max(at), sha256(previous || convert_to(first_id || ' ' || last_id || E'\n' || coalesce(
      string_agg(jsonb_build_array(id, extract(epoch from at), actor_id, action, subject, subject_id, detail)::text,
        E'\n' order by id), ''), 'UTF8'))
    from audit_log where id between first_id and last_id
    $$`.execute(db)
  await sql`create or replace function forget_audit(before timestamptz, most integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare removed bigint;
    begin
      if before is null or before > now() - interval '365 days' then
        raise exception 'The audit log is kept for 365 days.' using errcode = 'insufficient_privilege';
      end if;
      update audit_seals set forgotten_at = now() where forgotten_at is null and newest_at < before
        and first_id < coalesce((select min(first_id) from audit_seals where newest_at >= before), 9223372036854775807);
      with gone as (
        delete from audit_log where id in (
          select id from audit_log where id <= (select max(last_id) from audit_seals where forgotten_at is not null)
          order by id limit most) returning 1)
      select count(*) into removed from gone;
      return removed;
    end $$`.execute(db)
  await sql`create function forget_person_addresses(person bigint) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare changed bigint;
    begin
      if not exists (select from erasures where user_id = person) then
        raise exception 'Nobody is forgotten who was not erased.' using errcode = 'insufficient_privilege';
      end if;
      update audit_log set ip = null where ip is not null and (actor_id = person
        or (subject = 'user' and subject_id = person and action = 'login.refused'));
      get diagnostics changed = row_count;
      return changed;
    end $$`.execute(db)
  await sql`revoke execute on function forget_person_addresses from public`.execute(db)
  // A list of one action, newest first, must not walk the whole log.
  await sql`create index audit_log_action on audit_log (action, id desc)`.execute(db)
  await sql`alter table retention_runs add column first_at timestamptz not null default now()`.execute(db)
  await sql`alter table sessions drop constraint sessions_end_reason_check,
    add constraint sessions_end_reason_check
      check (end_reason in ('logout', 'theft', 'removed', 'password', 'expired', 'second_factor', 'admin'))`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update sessions set end_reason = 'logout' where end_reason = 'admin'`.execute(db)
  await sql`alter table sessions drop constraint sessions_end_reason_check,
    add constraint sessions_end_reason_check
      check (end_reason in ('logout', 'theft', 'removed', 'password', 'expired', 'second_factor'))`.execute(db)
  await sql`alter table retention_runs drop column first_at`.execute(db)
  await sql`drop index audit_log_action`.execute(db)
  await sql`drop function forget_person_addresses`.execute(db)
  await sql`create or replace function forget_audit(before timestamptz, most integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare removed bigint;
    begin
      if before is null or before > now() - interval '365 days' then
        raise exception 'The audit log is kept for 365 days.' using errcode = 'insufficient_privilege';
      end if;
      with gone as (
        delete from audit_log where id in (select id from audit_log where at < before order by id limit most) returning 1)
      select count(*) into removed from gone;
      return removed;
    end $$`.execute(db)
  await sql`drop function audit_digest`.execute(db)
  await sql`drop table audit_seals`.execute(db)
}
