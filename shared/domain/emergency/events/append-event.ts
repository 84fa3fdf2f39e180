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
 * Appends to the timeline and takes the next `seq` from the one-row counter. Returns the seq.
 *
 * Must be the LAST statement of its transaction: the row lock is held until the commit, which makes seq the commit
 * order. So a reader who has seen n can never miss a smaller number that commits later. The notification only wakes the
 * listeners.
 *
 * A counter behind an event, as after a partial restore, goes past it and notes that: its number would be refused for
 * ever, and readers would take it for one that they have. A statement that waited for the row's lock reads the new
 * counter, and the newest event of before, which is never above it.
 */
export async function appendEvent(db: Db, event: NewAlertEvent): Promise<number> {
  const result = await sql<{ seq: number }>`
    with newest as (select coalesce(max(seq), 0) as seq from alert_events),
    next as (update live_counter set n = greatest(n, newest.seq) + 1, healed = healed + (newest.seq > n)::integer
      from newest returning n),
    appended as (
      insert into alert_events (seq, alert_id, kind, actor_id, detail)
      select n, ${event.alert_id}, ${event.kind}, ${event.actor_id ?? null}, ${JSON.stringify(event.detail ?? {})}::jsonb
      from next returning seq
    )
    select seq, pg_notify('live', '') from appended`.execute(db)
  return result.rows[0]!.seq
}
