import { sql } from 'kysely'
import { type MissedDeadline, OWNER_DEADLINES, WAS_ATTENDED } from '../../contracts/alert-owner.ts'
import { attempt } from '../../platform/process/attempt.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { active } from './active-dispatch.ts'
import { appendEvent } from './append-event.ts'
import { backToWaiting } from './back-to-waiting.ts'
import { lateThoughAttended, missedDeadline, overdue } from './owner-deadlines.ts'

/** Alerts of one run of the watchdog, which runs again at once. */
const BATCH = 100

/**
 * Releases one batch of the alerts whose owner let a deadline pass, with the reason on the timeline, so that they ring
 * again; an attended one whose ambulance is late is open again. Each in a transaction of its own; with many workers it
 * happens once, and one that fails stops no other. Returns how many were released.
 */
export async function releaseOverdueAlerts({ ctx }: { ctx: Ctx }): Promise<number> {
  const found = await sql<{ id: number }>`
    select a.id from alerts a where ${overdue} union all
    select a.id from dispatches d join alerts a on a.id = d.alert_id where ${active} and ${lateThoughAttended}
    order by id limit ${sql.lit(BATCH)}`.execute(ctx.db)
  let released = 0
  for (const { id } of found.rows) {
    const done = await attempt(ctx, 'an alert could not be released', { alert_id: id }, () => releaseOverdue(ctx, id))
    if (done) released += 1
  }
  return released
}

interface Missed {
  attended: boolean
  missed: MissedDeadline
  owner: string
  vehicle: string | null
}

/**
 * Checks again in a statement after the one that locks. An act, a dispatch or another worker may have been quicker, and
 * the locking statement sees other tables as they were before its wait.
 */
function releaseOverdue(ctx: Ctx, id: number): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    const locked = await sql`select from alerts where id = ${id} for no key update skip locked`.execute(db)
    if (locked.rows.length === 0) return false
    const found = await sql<Missed>`
      select a.status = 'ATTENDED' as attended,
        case when a.status = 'ATTENDED' then d.state else ${missedDeadline} end as missed,
        (select first_name from users where id = a.claimed_by) as owner,
        coalesce(v.vehicle_number, d.outside_provider) as vehicle
      from alerts a left join dispatches d on d.alert_id = a.id and ${active} left join ambulances v on v.id = d.ambulance_id
      where a.id = ${id} and (${overdue} or ${lateThoughAttended})`.execute(db)
    const [row] = found.rows
    if (!row) return false
    await backToWaiting(db, id)
    const { attended, missed, owner, vehicle } = row
    const missed_what = OWNER_DEADLINES[missed].reason({ owner, vehicle: vehicle ?? 'the ambulance' })
    const reason = attended ? `${missed_what}${WAS_ATTENDED}` : missed_what
    await appendEvent(db, { alert_id: id, kind: 'released', detail: { reason } })
    return true
  })
}
