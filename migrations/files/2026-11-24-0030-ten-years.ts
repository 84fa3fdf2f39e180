import { type Kysely, sql } from 'kysely'

/**
 * What retention has still to empty, and the bystanders' numbers that alerts are searched by: indexes that hold the last
 * 180 days only, however many years there are (decision 050). Without them a daily rule and a search read whole tables.
 *
 * Presses wait while an index is made: milliseconds now. Where millions of events are there already, make the same
 * indexes with `create index concurrently` before the deploy; those that exist are left as they are. The one on
 * `alert_events` must be made again when `detail_without_people` changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of INDEXES) await sql.raw(statement).execute(db)
  await sql.raw(forgetEventDetails('order by at')).execute(db)
  // Only retention asked by time. The alert page asks for an alert's events since a time, and read this whole index, too.
  await sql`drop index if exists alert_events_at`.execute(db)
}

/** In the order of the index: PostgreSQL cannot know how few are left, and would go through all. */
const forgetEventDetails = (
  order: string,
) => `create or replace function forget_event_details(before timestamptz, most integer)
  returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
  declare changed bigint;
  begin
    if before is null or before > now() - interval '180 days' then
      raise exception 'Timelines are kept whole for 180 days.' using errcode = 'insufficient_privilege';
    end if;
    with old as (
      select id from alert_events where at < before and detail <> detail_without_people(detail) ${order} limit most),
    forgotten as (
      update alert_events e set detail = detail_without_people(detail) from old where e.id = old.id returning 1)
    select count(*) into changed from forgotten;
    return changed;
  end $$`

const INDEXES = [
  `create index if not exists messages_whole on messages (created_at) where dedupe_key not like 'erased-%'`,
  `create index if not exists alerts_whole on alerts (timestamp) where status <> 'PENDING'
    and num_nonnulls(latitude, longitude, accuracy, landmark, first_respondent_phone, description) > 0`,
  `create index if not exists alert_reports_whole on alert_reports (created_at) where
    num_nonnulls(latitude, longitude, accuracy, landmark, first_respondent_phone, device_id, ip_hash, photo) > 0`,
  `create index if not exists dispatches_whole on dispatches (assigned_at) where state in ('DONE', 'CANCELLED')
    and num_nonnulls(note, cancel_reason) > 0`,
  `create index if not exists alert_events_whole on alert_events (at) where detail <> detail_without_people(detail)`,
  // Written at once and not collected for later: no press pays for those before it.
  `create index if not exists alerts_bystander on alerts using gin (first_respondent_phone gin_trgm_ops)
    with (fastupdate = off) where first_respondent_phone is not null`,
]

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index alert_events_at on alert_events using brin (at)`.execute(db)
  await sql.raw(forgetEventDetails('')).execute(db)
  await sql`drop index alerts_bystander, alert_events_whole, dispatches_whole, alert_reports_whole, alerts_whole,
    messages_whole`.execute(db)
}
