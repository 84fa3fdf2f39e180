import { type Kysely, sql } from 'kysely'

/**
 * A scan that no person made: its sticker is the coupon with id 0, which no list and no figure counts. Its message goes
 * nowhere. Each scan leaves a row; one more row says when the next is due and how the last ones ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (constraint): the list only grows, what was allowed stays so
  await sql`alter table messages
    drop constraint messages_channel_check, drop constraint messages_address,
    add constraint messages_channel_check check (channel in ('sms', 'email', 'sink')),
    add constraint messages_address check (case channel
      when 'sms' then to_phone is not null and to_email is null
      when 'email' then to_email is not null and to_phone is null
      else num_nonnulls(to_phone, to_email) = 0 end)`.execute(db)
  await sql`create table synthetic_scans (
    id bigint generated always as identity primary key,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    ok boolean,
    failed_stage text,
    reason text,
    stages jsonb not null default '{}'
  )`.execute(db)
  await sql`create index synthetic_scans_started on synthetic_scans (started_at)`.execute(db)
  await sql`create table synthetic_watch (
    one boolean primary key default true check (one),
    next_at timestamptz not null default now(),
    failures integer not null default 0,
    told_at timestamptz
  )`.execute(db)
  await sql`insert into synthetic_watch default values`.execute(db)
  await sql.raw(REMOVE).execute(db)
  await sql.raw(STAY_REAL).execute(db)
  await sql`create trigger stay_real before update of coupon_id on alerts for each row
    when (new.coupon_id = 0 and old.coupon_id is distinct from 0) execute function stay_real()`.execute(db)
}

/** The product may not take events away; this takes those of synthetic alerts, as the owner, and can take no others. */
const REMOVE = `create function remove_synthetic_alerts(ended bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare ids bigint[];
  begin
    select array_agg(id) into ids from (
      select id from alerts where coupon_id = 0 and (id = ended or timestamp < now() - interval '10 minutes')
      for no key update) found;
    delete from outbox where job_id in (select 'tell-relatives-' || unnest(ids));
    delete from outbox where job_id in (select 'send-message-' || id from messages where alert_id = any(ids));
    delete from messages where alert_id = any(ids);
    delete from alert_reports where alert_id = any(ids);
    delete from alert_events where alert_id = any(ids);
    delete from alerts where id = any(ids);
  end $$`

/** Nobody makes a real alert into one that can be removed. */
const STAY_REAL = `create function stay_real() returns trigger language plpgsql as $$ begin
    raise exception 'A real alert stays one.' using errcode = 'insufficient_privilege';
  end $$`

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger stay_real on alerts`.execute(db)
  await sql`drop function stay_real`.execute(db)
  await sql`drop function remove_synthetic_alerts`.execute(db)
  await sql`drop table synthetic_watch, synthetic_scans`.execute(db)
  await sql`delete from messages where channel = 'sink'`.execute(db)
  await sql`alter table messages
    drop constraint messages_channel_check, drop constraint messages_address,
    add constraint messages_channel_check check (channel in ('sms', 'email')),
    add constraint messages_address check (
      case channel when 'sms' then to_phone is not null and to_email is null
      else to_email is not null and to_phone is null end)`.execute(db)
}
