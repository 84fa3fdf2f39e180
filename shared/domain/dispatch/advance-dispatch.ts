import { sql } from 'kysely'
import type { DriverStepInput } from '../../contracts/dispatch.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { declinedReason } from '../../contracts/alert-owner.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { backToWaiting } from '../alerts/back-to-waiting.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { hasReached, IN_WORDS, type Step, TIME_OF } from '../alerts/active-dispatch.ts'
import { recallAmbulance, release } from './recall-ambulance.ts'
import { lastStepAt } from './last-step-at.ts'
import { lockRide } from './lock-ride.ts'
import { dayInIndia } from '../../platform/database/india-sql.ts'
import { ago, seconds, within } from '../../platform/database/moments-sql.ts'

/** The operator who notes a step the driver reported by phone; null for the driver page. */
interface NotedBy {
  id: number
  first_name: string
}

/**
 * Moves the ambulance of an alert on, for all alerts that share it, in the caller's transaction. A state never goes back, so a step that comes twice,
 * late or out of order changes nothing; a skipped step keeps no time. Of two steps of the driver page within a second the
 * second changes nothing. Only drivers who have not arrived may decline.
 * Returns false when no ambulance (or not the dispatch `only`) is on its way. Throws CONFLICT for a decline after the
 * arrival.
 */
export async function advanceDispatch(
  tx: Ctx & { db: Tx },
  { alert_id, only, step, pressed_ms_ago }: DriverStepInput & { alert_id: number; only?: number | undefined },
  noted_by: NotedBy | null,
): Promise<boolean> {
  // The order of locks in every transaction: alerts, dispatches, ambulance.
  const ride = await lockRide(tx.db, alert_id)
  const dispatch = ride.find((part) => part.alert_id === alert_id)
  if (!dispatch || (only !== undefined && dispatch.id !== only)) return false
  if (step === 'DECLINED' && hasReached(dispatch.state, 'AT_SCENE')) {
    throw new DomainError('CONFLICT', 'The ambulance is at the scene already. Please call the call centre.')
  }
  if (step !== 'DECLINED' && hasReached(dispatch.state, step)) return true
  if (await isDoubleTap(tx.db, dispatch.id, pressed_ms_ago)) return true
  // Those that share it first: a declined lead is passed on to none.
  for (const part of ride.toSorted((one, other) => Number(one.shares === null) - Number(other.shares === null))) {
    if (step === 'DECLINED') {
      await recallAmbulance(tx, part.alert_id, { cancel_reason: 'The driver cannot come.', declined: true })
      continue
    }
    await noteStep(tx.db, part.id, step, pressed_ms_ago ?? 0)
    if (step !== 'DONE') continue
    if (part.shares === null) await release(tx.db, part.ambulance_id)
    // An outside provider's ambulance costs no ride, and a drill neither.
    if (part.ambulance_id !== null && !part.alert.drill) await useRide(tx, part.alert_id)
  }
  // A driver's decline must ring, as no operator may have seen it. An operator who notes it has; but nobody answers for
  // an attended alert, so it is open again.
  const rings = ({ alert }: (typeof ride)[number]) =>
    step === 'DECLINED' &&
    !alert.drill &&
    (alert.status === 'ATTENDED' || (alert.status === 'PENDING' && !noted_by && alert.claimed_by !== null))
  for (const part of ride) {
    if (rings(part)) await backToWaiting(tx.db, part.alert_id)
    // The deadlines of a claim begin for the owner.
    else await touchAlert(tx.db, part.alert_id, step === 'DONE' ? (part.alert.claimed_by ?? undefined) : noted_by?.id)
  }
  const state = step === 'DECLINED' ? 'declined by the driver' : IN_WORDS[step]
  const vehicle_number = dispatch.vehicle_number ?? dispatch.outside_provider!
  for (const part of ride) {
    await appendEvent(tx.db, {
      alert_id: part.alert_id,
      kind: 'dispatch_state',
      actor_id: noted_by?.id ?? null,
      detail: { vehicle_number, state: noted_by ? `${state}, noted by ${noted_by.first_name}` : state },
    })
    if (!rings(part)) continue
    const detail = { reason: declinedReason(vehicle_number, part.alert.status === 'ATTENDED') }
    await appendEvent(tx.db, { alert_id: part.alert_id, kind: 'released', detail })
  }
  return true
}

/** A press within a second of the last step. One that waited on the phone for a network was no second tap. */
async function isDoubleTap(db: Tx, id: number, pressed_ms_ago: number | undefined): Promise<boolean> {
  if (pressed_ms_ago === undefined || pressed_ms_ago >= LIMITS.step_lock_ms) return false
  const just = within(lastStepAt, seconds(LIMITS.step_lock_ms / 1000))
  return Boolean(
    await db.selectFrom('dispatches as d').select('d.id').where('d.id', '=', id).where(just).executeTakeFirst(),
  )
}

/** The time of the press, but never before that of the step before. */
async function noteStep(db: Tx, id: number, step: Step, pressed_ms_ago: number): Promise<void> {
  const pressed_at = sql<Date>`greatest(${ago(sql`${pressed_ms_ago} * interval '1 millisecond'`)},
    assigned_at, accepted_at, en_route_at, at_scene_at, transporting_at, at_hospital_at)`
  await db
    .updateTable('dispatches')
    .set({ state: step, [TIME_OF[step]]: pressed_at })
    .where('id', '=', id)
    .execute()
}

/** Marks the one ride of the term that covers the day of the alert, when there is a term with its ride unused. */
async function useRide(tx: Ctx & { db: Tx }, alert_id: number): Promise<void> {
  const used = await sql<{ user_id: number }>`
    update subscriptions s set ride_used_at = now() from alerts a
    where a.id = ${alert_id} and s.ride_used_at is null and s.id = (
      select id from subscriptions
      where user_id = a.user_id and ${dayInIndia(sql`a.timestamp`)} between start_date and end_date
      order by end_date desc, id desc limit 1)
    returning s.user_id`.execute(tx.db)
  if (used.rows[0]) {
    await writeAudit(tx, {
      action: 'plan.ride_used',
      subject: 'user',
      subject_id: used.rows[0].user_id,
      detail: { alert_id },
    })
  }
}
