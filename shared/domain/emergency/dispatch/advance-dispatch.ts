import { sql } from 'kysely'
import type { DriverStepInput } from '../../../contracts/dispatch.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { declinedReason } from '../../../contracts/alert-owner.ts'
import { appendEvent } from '../events/append-event.ts'
import { backToWaiting } from '../alerts/back-to-waiting.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { active, hasReached, IN_WORDS, type Step, TIME_OF } from '../alerts/active-dispatch.ts'
import { callBack, release } from './end-dispatch.ts'
import { dayInIndia } from '../../../platform/india-sql.ts'

/** Who says so: an operator whom the driver called, or the driver's page. */
interface Teller {
  id: number
  first_name: string
}

/**
 * Moves the ambulance of an alert on, in the caller's transaction. A state never goes back, so a press that comes twice,
 * late or out of order changes nothing; a step that was skipped keeps no time. Declining is for those who have not
 * arrived yet. Returns false when no ambulance (or not the dispatch `only`) is on its way.
 */
export async function advanceDispatch(
  tx: Ctx & { db: Tx },
  { alert_id, only, step, pressed_ms_ago }: DriverStepInput & { alert_id: number; only?: number },
  teller: Teller | null,
): Promise<boolean> {
  // First the alert, then its dispatch, then the ambulance: everybody takes them in this order.
  const alert = await tx.db
    .selectFrom('alerts')
    .select(['id', 'user_id', 'drill', 'status', 'claimed_by'])
    .where('id', '=', alert_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!alert) return false
  const dispatch = await tx.db
    .selectFrom('dispatches as d')
    .leftJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .select(['d.id', 'd.state', 'd.ambulance_id', 'd.outside_provider', 'v.vehicle_number'])
    .where('d.alert_id', '=', alert_id)
    .where(active)
    .forNoKeyUpdate('d')
    .executeTakeFirst()
  if (!dispatch || (only !== undefined && dispatch.id !== only)) return false
  let state: string
  if (step === 'DECLINED') {
    if (hasReached(dispatch.state, 'AT_SCENE')) {
      throw new DomainError('CONFLICT', 'The ambulance is at the scene already. Please call the call centre.')
    }
    await callBack(tx, alert_id, { cancel_reason: 'The driver cannot come.', declined: true })
    state = 'declined by the driver'
  } else {
    if (hasReached(dispatch.state, step)) return true
    await noteStep(tx.db, dispatch.id, step, pressed_ms_ago)
    if (step === 'DONE') {
      await release(tx.db, dispatch.ambulance_id)
      // What somebody else's ambulance does costs no ride, and a drill neither.
      if (dispatch.ambulance_id !== null && !alert.drill) await useRide(tx, alert_id)
    }
    state = IN_WORDS[step]
  }
  // Nobody in the call centre need have seen that a driver cannot come: it rings. An operator who notes it has.
  const rings = step === 'DECLINED' && !teller && alert.status === 'PENDING' && alert.claimed_by !== null
  if (rings) await backToWaiting(tx.db, alert_id)
  // Without their ambulance the owner has the deadlines of a claim from here.
  else await touchAlert(tx.db, alert_id, step === 'DONE' ? (alert.claimed_by ?? undefined) : teller?.id)
  const vehicle = dispatch.vehicle_number ?? dispatch.outside_provider!
  await appendEvent(tx.db, {
    alert_id,
    kind: 'dispatch_state',
    actor_id: teller?.id ?? null,
    detail: { vehicle_number: vehicle, state: teller ? `${state}, noted by ${teller.first_name}` : state },
  })
  if (rings) {
    const reason = declinedReason(vehicle)
    await appendEvent(tx.db, { alert_id, kind: 'released', detail: { reason } })
  }
  return true
}

/** The time is that of the press, but never before the step that came before it. */
async function noteStep(db: Tx, id: number, step: Step, pressed_ms_ago: number): Promise<void> {
  const pressed_at = sql<Date>`greatest(now() - ${pressed_ms_ago} * interval '1 millisecond',
    assigned_at, accepted_at, en_route_at, at_scene_at, transporting_at, at_hospital_at)`
  await db
    .updateTable('dispatches')
    .set({ state: step, [TIME_OF[step]]: pressed_at })
    .where('id', '=', id)
    .execute()
}

/** Marks the one ride of the term that covers the day of the alert, when there is such a term and its ride is still there. */
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
