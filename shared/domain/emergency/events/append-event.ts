import { sql } from 'kysely'
import type { AlertEventKind } from '../../../contracts/alerts.ts'
import type { Db } from '../../../platform/database.ts'

export interface NewAlertEvent {
  alert_id: number
  kind: AlertEventKind
  actor_id?: number | null
  /** Facts for the timeline; never health data. */
  detail?: Record<string, unknown>
}

/**
 * SQL: common table expressions that append the rows of `event` (alert_id, kind, actor_id, detail) to the timeline, each
 * with the next `seq` from the one-row counter. The statement around them reads `appended` and wakes the listeners with
 * `wakeListeners`.
 *
 * Must be in the LAST statement of its transaction: the row lock is held until the commit, which makes seq the commit
 * order. So a reader who has seen n can never miss a smaller number that commits later. Every press waits for that lock:
 * what is not asked for by a person is a statement without a transaction around it, and so waits for no process.
 *
 * A counter behind an event, as after a partial restore, goes past it and notes that: its number would be refused for
 * ever, and readers would take it for one that they have. A statement that waited for the row's lock reads the new
 * counter, and the newest event of before, which is never above it.
 */
export const appendingEvents = sql`
    newest as (select coalesce(max(seq), 0) as seq, (select count(*) from event) as more from alert_events
      having exists (select from event)),
    next as (update live_counter set n = greatest(n, newest.seq) + more, healed = healed + (newest.seq > n)::integer
      from newest returning n - more as n),
    appended as (
      insert into alert_events (seq, alert_id, kind, actor_id, detail)
      select n + row_number() over (), alert_id, kind, actor_id, detail from next, event returning seq, alert_id
    )`

/** SQL: the notification only wakes the listeners. */
export const wakeListeners = sql`pg_notify('live', '')`

/** How long a process may take between the counter and its commit: half of what a press waits for the counter. */
const COMMIT_WITHIN = '2s'

/**
 * Appends to the timeline as the last statement of a transaction; returns the seq. A process that stops before the commit
 * loses its transaction, and the presses behind it go on.
 */
export async function appendEvent(db: Db, { alert_id, kind, actor_id, detail }: NewAlertEvent): Promise<number> {
  const result = await sql<{ seq: number }>`
    with event (alert_id, kind, actor_id, detail) as (values (
      ${alert_id}::bigint, ${kind}::text, ${actor_id ?? null}::bigint, ${JSON.stringify(detail ?? {})}::jsonb)),
    ${appendingEvents}
    select seq, ${wakeListeners}, set_config('idle_in_transaction_session_timeout', ${COMMIT_WITHIN}, true)
    from appended`.execute(db)
  return result.rows[0]!.seq
}
