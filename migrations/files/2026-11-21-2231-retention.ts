import { type Kysely, sql } from 'kysely'

/**
 * What ends by itself. One row for each rule says when it is due again, by the database's clock, and what it has removed.
 * The product may not delete from `audit_log` nor change `alert_events`: two functions of the owner do, and both refuse a
 * date nearer than the law allows, whoever calls them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table retention_runs (
    rule text primary key,
    next_at timestamptz not null,
    ran_at timestamptz,
    removed_last bigint not null default 0,
    removed_ever bigint not null default 0
  )`.execute(db)
  // Rows lie in the order of their time: these cost next to nothing and let a daily look skip what is young.
  await sql`create index audit_log_at on audit_log using brin (at)`.execute(db)
  await sql`create index alert_events_at on alert_events using brin (at)`.execute(db)
  await sql`create function forget_audit(before timestamptz, most integer) returns bigint
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
  // Who was called and what was typed in go; that and when it happened stays.
  await sql`create function detail_without_people(detail jsonb) returns jsonb language sql immutable as $$
    select (detail - array['recipient', 'person', 'note', 'description'])
      || case when detail->>'state' like 'called back by %: %' then '{"state": "called back"}'::jsonb else '{}' end
    $$`.execute(db)
  await sql`create function forget_event_details(before timestamptz, most integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare changed bigint;
    begin
      if before is null or before > now() - interval '180 days' then
        raise exception 'Timelines are kept whole for 180 days.' using errcode = 'insufficient_privilege';
      end if;
      with old as (
        select id from alert_events where at < before and detail <> detail_without_people(detail) limit most),
      forgotten as (
        update alert_events e set detail = detail_without_people(detail) from old where e.id = old.id returning 1)
      select count(*) into changed from forgotten;
      return changed;
    end $$`.execute(db)
  await sql`revoke execute on function forget_audit, forget_event_details from public`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function forget_event_details, detail_without_people, forget_audit`.execute(db)
  await sql`drop index alert_events_at, audit_log_at`.execute(db)
  await sql`drop table retention_runs`.execute(db)
}
