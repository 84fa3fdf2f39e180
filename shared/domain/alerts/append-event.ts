import type { AlertEventKind } from '../../contracts/alerts.ts'
import type { Db } from '../../platform/database/database.ts'

export interface NewAlertEvent {
  alert_id: number
  kind: AlertEventKind
  actor_id?: number | null
  /** Facts for the timeline; never health data. */
  detail?: Record<string, unknown>
}

/**
 * Appends to the timeline. At the commit a deferred trigger gives the event the next `seq` of the one-row counter and wakes
 * the listeners. The row lock is held until the commit ends, which makes seq the commit order: a reader who has seen n
 * can never miss a smaller number that commits later.
 */
export async function appendEvent(
  db: Db,
  { alert_id, kind, actor_id = null, detail = {} }: NewAlertEvent,
): Promise<void> {
  await db
    .insertInto('alert_events')
    .values({ alert_id, kind, actor_id, detail: JSON.stringify(detail) })
    .execute()
}
