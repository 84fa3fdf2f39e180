import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { ago, days } from '../../../platform/database/moments-sql.ts'

/** One batch of a rule: a statement that removes (or empties) at most `most` rows and says how many as `removed`. */
export interface RetentionRule {
  name: string
  batch(most: number): RawBuilder<{ removed: number }>
}

const daysAgo = (count: number) => ago(days(count))

/** What a text that had to go leaves behind where the column must not be empty. */
const ERASED = 'erased'

/** Deletes rows of `table` for which `old` is true. Locked rows wait for the next day. */
const deletes = (name: string, table: string, old: RawBuilder<unknown>): RetentionRule => ({
  name,
  batch: (most) => sql`
    with gone as (
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${old} limit ${most} for update skip locked)) returning 1)
    select count(*) as removed from gone`,
})

/**
 * Empties columns of rows of `table` for which `old` is true; they must not be `old` any more afterwards. Tables that grow
 * forever have an index of what is not emptied yet (migration `ten-years`); `old` must imply its condition.
 */
const empties = (name: string, table: string, set: RawBuilder<unknown>, old: RawBuilder<unknown>): RetentionRule => ({
  name,
  batch: (most) => sql`
    with emptied as (
      update ${sql.table(table)} set ${set} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${old} limit ${most} for no key update skip locked)) returning 1)
    select count(*) as removed from emptied`,
})

/** By a function of the owner, which rejects a nearer date than the law allows. */
const byOwner = (name: string, call: string, days: number): RetentionRule => ({
  name,
  batch: (most) => sql`select ${sql.ref(call)}(${daysAgo(days)}, ${most}::integer) as removed`,
})

/** Everything that ends on its own. How long each is kept, and why, is in docs/records.md. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  deletes('codes', 'otp_challenges', sql`created_at < ${daysAgo(LIMITS.keep_days_codes)}`),
  deletes('login challenges', 'login_challenges', sql`expires_at < ${daysAgo(LIMITS.keep_days_login_challenges)}`),
  deletes('rate limits', 'rate_limits', sql`expire < extract(epoch from now()) * 1000`),
  deletes('consoles', 'consoles', sql`last_seen_at < ${daysAgo(LIMITS.keep_days_consoles)}`),
  deletes('outbox', 'outbox', sql`published_at < ${daysAgo(LIMITS.keep_days_outbox)}`),
  deletes('requests', 'creations', sql`created_at < ${daysAgo(LIMITS.keep_days_requests)}`),
  deletes('development inbox', 'dev_messages', sql`created_at < ${daysAgo(LIMITS.keep_days_dev_messages)}`),
  deletes('staff calls', 'staff_calls', sql`called_at < ${daysAgo(LIMITS.keep_days_staff_calls)}`),
  deletes(
    'contact preferences',
    'contact_preferences',
    sql`created_at < ${daysAgo(LIMITS.keep_days_contact_preferences)} and not exists (
      select from subscriber_profiles, unnest(array[spouse_mobile, relative_mobile, friend1_mobile, friend2_mobile,
        friend3_mobile, friend4_mobile]) chosen where chosen = contact_preferences.phone)`,
  ),
  {
    name: 'coupon ZIPs',
    batch: (most) => sql`
      with ended as (
        select id, file from bulk_jobs where file is not null and status in ('COMPLETED', 'PRINTED')
          and completed_at < ${daysAgo(LIMITS.keep_days_bulk_zips)} limit ${most} for update skip locked
      ), listed as (
        insert into file_removals (key, next_at) select file, now() from ended on conflict do nothing
      ), emptied as (
        update bulk_jobs j set file = null, file_bytes = null from ended where j.id = ended.id returning 1)
      select count(*) as removed from emptied`,
  },
  deletes('sessions', 'sessions', sql`least(ended_at, expires_at) < ${daysAgo(LIMITS.keep_days_sessions)}`),
  deletes('failed jobs', 'failed_jobs', sql`failed_at < ${daysAgo(LIMITS.keep_days_failed_jobs)}`),
  deletes('on-call overrides', 'on_call_overrides', sql`to_at < ${daysAgo(LIMITS.keep_days_on_call)}`),
  deletes(
    'on-call people',
    'on_call_people',
    sql`removed_at < ${daysAgo(LIMITS.keep_days_on_call)}
      and not exists (select from on_call_overrides where person_id = on_call_people.id)`,
  ),
  deletes(
    'push subscriptions',
    'push_subscriptions',
    sql`coalesce(delivered_at, created_at) < ${daysAgo(LIMITS.keep_days_push)}
      or exists (select from users u where u.id = user_id and u.deleted_at is not null)`,
  ),
  deletes('shift notes', 'shift_notes', sql`written_at < ${daysAgo(LIMITS.keep_days_shift_notes)}`),
  empties(
    'ambulance positions',
    'ambulances',
    sql`last_latitude = null, last_longitude = null, last_position_at = null,
      moved_latitude = null, moved_longitude = null, moved_at = null`,
    sql`last_position_at < ${daysAgo(LIMITS.keep_days_ambulance_positions)}`,
  ),
  empties(
    'message contents',
    'messages',
    emptyMessage(),
    sql`created_at < ${daysAgo(LIMITS.keep_days_message_contents)} and state not in ('pending', 'sending')
      and dedupe_key not like 'erased-%'`,
  ),
  empties(
    'alert places',
    'alerts',
    emptyAlert(),
    sql`timestamp < ${daysAgo(LIMITS.keep_days_alert_places)} and status <> 'PENDING'
      and num_nonnulls(latitude, longitude, accuracy, landmark, first_respondent_phone, description) > 0`,
  ),
  empties(
    'reports of presses',
    'alert_reports',
    emptyReport(),
    sql`created_at < ${daysAgo(LIMITS.keep_days_alert_places)}
      and num_nonnulls(latitude, longitude, accuracy, landmark, first_respondent_phone, device_id, ip_hash, photo) > 0`,
  ),
  empties(
    'dispatch notes',
    'dispatches',
    sql`note = null, cancel_reason = null`,
    sql`assigned_at < ${daysAgo(LIMITS.keep_days_dispatch_notes)} and state in ('DONE', 'CANCELLED')
      and num_nonnulls(note, cancel_reason) > 0`,
  ),
  // An outside provider reports no end. The condition is that of an index of dispatches that are not over.
  empties(
    'notes of outside providers',
    'dispatches',
    sql`note = null`,
    sql`assigned_at < ${daysAgo(LIMITS.keep_days_dispatch_notes)} and state not in ('DONE', 'CANCELLED')
      and ambulance_id is null and note is not null`,
  ),
  empties(
    'handover addresses',
    'handovers',
    sql`sent_to = ${ERASED}`,
    sql`expires_at < ${daysAgo(LIMITS.keep_days_handover_addresses)} and sent_to <> ${ERASED}`,
  ),
  empties(
    'handover views',
    'handover_views',
    sql`ip = null`,
    sql`at < ${daysAgo(LIMITS.keep_days_handover_addresses)} and ip is not null`,
  ),
  byOwner('timeline details', 'forget_event_details', LIMITS.keep_days_timeline_details),
  byOwner('audit log', 'forget_audit', LIMITS.keep_days_audit),
]

/** The columns of a message without whom it was for and what it said. That, when and how it was sent stays. */
export function emptyMessage(): RawBuilder<unknown> {
  return sql`params = null, params_sealed = null, recipient_name = null, last_error = null, track_token = null,
    to_phone = case when to_phone is not null then ${ERASED} end,
    to_email = case when to_email is not null then ${ERASED} end,
    dedupe_key = 'erased-' || id`
}

/** The columns of an alert without where it was, who helped and what was typed in. */
export function emptyAlert(): RawBuilder<unknown> {
  return sql`latitude = null, longitude = null, accuracy = null, landmark = null, first_respondent_phone = null,
    description = null, version = version + 1`
}

/** The same of a press, with the phone it came from. A trigger lists the file of its photo for removal. */
export function emptyReport(): RawBuilder<unknown> {
  return sql`latitude = null, longitude = null, accuracy = null, landmark = null, first_respondent_phone = null,
    device_id = null, ip_hash = null, photo = null`
}
