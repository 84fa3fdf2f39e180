import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { listening } from '../../on-call/consoles/listening.ts'
import { toStaff } from '../../alerts/reach-conditions.ts'
import { waiting } from '../../alerts/waiting.ts'
import { messageQueue } from '../../outbox/message-queue.ts'
import { RETENTION_RULES } from '../retention/retention-rules.ts'
import { hours, seconds, within } from '../../../platform/database/moments-sql.ts'

/** A process that has not reported for longer counts as gone. */
export const SILENT_SECONDS = 20

/** The state of the whole product at one moment. Ages in seconds, null where there is nothing. */
export interface Gauges {
  alerts_open: number
  alerts_unclaimed: number
  oldest_unclaimed_seconds: number | null
  /** Unclaimed alerts by escalation level. */
  unclaimed_by_level: Record<string, number>
  outbox_unpublished: number
  /** Age of the oldest of those that go to their queue at once: codes and others wait until there is room. */
  outbox_oldest_seconds: number | null
  messages_waiting: number
  /** Age of the oldest of them that is about an alert: trying ends after about two minutes. */
  messages_oldest_seconds: number | null
  consoles_open: number
  consoles_armed: number
  bulk_jobs: Record<string, number>
  /** Live workers that take jobs from a queue. */
  consumers: Record<string, number>
  database_bytes: number
  /** How often the live feed's counter was behind an event. */
  counter_healed: number
  /** Age of the oldest entry of the audit log that no seal covers. */
  audit_unsealed_seconds: number | null
  /** The last check of its seals found one that is not whole. */
  audit_broken: boolean
  /** How long ago the seals were last checked. */
  audit_check_seconds: number
  /** Age of the oldest last run of all retention rules. */
  retention_seconds: number | null
  /**
   * Age of the last complete backup; before the first one of the start of the database. Null where the database archives
   * no log, as under `npm start`.
   */
  backup_seconds: number | null
  /** Age of the last log that the database has archived, in the same way. */
  wal_seconds: number | null
  /** The newest synthetic scan that has ended; null before the first. */
  scan: { ok: boolean; stages: Record<string, number>; good_seconds_ago: number | null } | null
}

const archives = sql`current_setting('archive_mode') <> 'off'`

/** One statement over small, indexed sets: milliseconds, however long the product has been running. */
export async function readGauges(db: Db): Promise<Gauges> {
  const { rows } = await sql<Gauges>`
    select
      (select count(*) from alerts where status = 'PENDING' and not drill) as alerts_open,
      (select count(*) from alerts where ${waiting}) as alerts_unclaimed,
      (select extract(epoch from now() - min(waiting_since))::float8 from alerts where ${waiting}) as oldest_unclaimed_seconds,
      (select coalesce(json_object_agg(escalation_level, n), '{}') from (
        select escalation_level, count(*) as n from alerts where ${waiting} group by 1) l) as unclaimed_by_level,
      (select count(*) from outbox where published_at is null) as outbox_unpublished,
      (select extract(epoch from now() - min(created_at))::float8 from outbox
        where published_at is null and queue is distinct from 'codes' and queue is distinct from 'messages') as outbox_oldest_seconds,
      (select count(*) from messages where state in ('pending', 'sending')) as messages_waiting,
      (select extract(epoch from now() - min(created_at))::float8 from messages
        where state in ('pending', 'sending') and ${messageQueue()} = 'alerts' and next_attempt_at < now() + interval '2 minutes')
        as messages_oldest_seconds,
      (select count(*) from consoles where ${within('last_seen_at', seconds(45))}) as consoles_open,
      ${listening} as consoles_armed,
      (select healed from live_counter) as counter_healed,
      (select coalesce(json_object_agg(status, n), '{}') from (
        select case when cancelled_at is null then status else 'STOPPED' end as status, count(*) as n
          from bulk_jobs group by 1) b) as bulk_jobs,
      (select coalesce(json_object_agg(queue, n), '{}') from (
        select queue, count(*) as n from processes cross join jsonb_array_elements_text(detail -> 'takes') as queue
          where kind = 'worker' and ${within('seen_at', seconds(SILENT_SECONDS))} group by 1) c) as consumers,
      pg_database_size(current_database())::float8 as database_bytes,
      (select extract(epoch from now() - min(at))::float8 from audit_log
        where id > coalesce((select max(last_id) from audit_seals), 0)) as audit_unsealed_seconds,
      (select broken is not null from audit_checks) as audit_broken,
      (select extract(epoch from now() - coalesce(ended_at, first_at))::float8 from audit_checks) as audit_check_seconds,
      (select extract(epoch from now() - min(coalesce(ran_at, first_at)))::float8 from retention_runs
        where rule = any(${RETENTION_RULES.map(({ name }) => name)}::text[])) as retention_seconds,
      (select extract(epoch from now() - coalesce((select (value->>'ended_at')::timestamptz from settings where name = 'backup'),
        pg_postmaster_start_time()))::float8 where ${archives}) as backup_seconds,
      (select extract(epoch from now() - coalesce(last_archived_time, pg_postmaster_start_time()))::float8
        from pg_stat_archiver where ${archives}) as wal_seconds,
      (select json_build_object('ok', ok, 'stages', stages, 'good_seconds_ago', (
          select extract(epoch from now() - max(ended_at)) from synthetic_scans where ok))
        from synthetic_scans where ended_at is not null order by started_at desc limit 1) as scan`.execute(db)
  return rows[0]!
}

/** What happened in the last hour. */
export interface LastHour {
  /** `audience`: staff are admins and people on call. */
  messages: { channel: string; template: string; audience: string; state: string; uncertain: boolean; n: number }[]
  codes: { purpose: string; sent: number; used: number }[]
  /** Unused codes to the one series of numbers (first five digits) that got most. */
  busiest_prefix: number
}

/** Messages by what became of them, and how many of the codes that were sent were typed in. */
export async function readLastHour(db: Db): Promise<LastHour> {
  const messages = await sql<LastHour['messages'][number]>`
    select channel, template, case when ${toStaff} then 'staff' else 'other' end as audience, state, uncertain,
      count(*) as n from messages m
    where ${within('created_at', hours(1))} group by 1, 2, 3, 4, 5`.execute(db)
  const codes = await sql<LastHour['codes'][number]>`
    select purpose, count(*) as sent, count(used_at) as used from otp_challenges
    where ${within('created_at', hours(1))} group by 1`.execute(db)
  // Pumped numbers lie in a row: people who register do not share their first five digits.
  const prefix = await sql<{ n: number }>`
    select count(*) filter (where used_at is null) as n from otp_challenges
    where ${within('created_at', hours(1))} group by left(phone_number, 5) order by n desc limit 1`.execute(db)
  return { messages: messages.rows, codes: codes.rows, busiest_prefix: prefix.rows[0]?.n ?? 0 }
}
