import { sql } from 'kysely'
import type { DispatchView } from '../../../contracts/dispatch.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { active } from '../alerts/active-dispatch.ts'
import { lockOpenAlert, takeOrTouch } from '../alerts/lock-open-alert.ts'
import { appendEvent } from '../events/append-event.ts'
import { minutesLeft } from './minutes-left.ts'
import { notifyRelativesOfDispatch } from './notify-relatives-of-dispatch.ts'
import { dispatchView } from './read-dispatches.ts'

/**
 * Lets an ambulance that goes to one alert of an accident take the person of another one too. Its steps, its position and
 * the time it was sent count for both; relatives of each are notified. Taken off one alert it goes on for the other.
 *
 * 404 for an unknown alert; 409 when the two are not linked, the alert has an ambulance, or that one is over.
 */
export async function shareRide({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: { id: number; dispatch_id: number }
}): Promise<DispatchView> {
  const lead = await ctx.db
    .selectFrom('dispatches as d')
    .select('d.alert_id')
    .where('d.id', '=', sql<number>`(select coalesce(shares, id) from dispatches where id = ${input.dispatch_id})`)
    .executeTakeFirst()
  if (!lead) throw new DomainError('NOT_FOUND', 'Ambulance not found')
  const dispatch_id = await inTransaction(ctx, async (tx) => {
    // The lead's alert is locked too, in the order of ids: `lockRide` counts on it.
    await tx.db
      .selectFrom('alerts')
      .select('id')
      .where('id', 'in', [input.id, lead.alert_id])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const alert = await lockOpenAlert(tx.db, input.id, 'No ambulance can be sent to it.')
    const ride = await tx.db
      .selectFrom('dispatches as d')
      .innerJoin('ambulances as v', 'v.id', 'd.ambulance_id')
      .innerJoin('alerts as a', 'a.id', 'd.alert_id')
      .innerJoin('alerts as own', 'own.incident_id', 'a.incident_id')
      .select(['d.id', 'd.ambulance_id', 'd.state', 'd.distance_km', 'd.eta_minutes', 'd.eta_source', 'd.assigned_at'])
      .select(['d.accepted_at', 'd.en_route_at', 'd.at_scene_at', 'd.transporting_at', 'd.at_hospital_at'])
      .select(['v.vehicle_number', 'v.driver_name', 'v.driver_phone', minutesLeft.as('minutes_left')])
      .where('d.alert_id', '=', lead.alert_id)
      .where('own.id', '=', alert.id)
      .where('d.shares', 'is', null)
      .where(active)
      .executeTakeFirst()
    if (!ride)
      throw new DomainError('CONFLICT', 'This ambulance does not go to an alert of the same accident any more.')
    const other = await tx.db
      .selectFrom('dispatches as d')
      .select('d.id')
      .where('d.alert_id', '=', alert.id)
      .where(active)
      .executeTakeFirst()
    if (other) throw new DomainError('CONFLICT', 'This alert already has an ambulance. Call it off first.')
    // The driver goes to the place that an operator set.
    await sql`update alerts mine set latitude = led.latitude, longitude = led.longitude, accuracy = led.accuracy,
        landmark = coalesce(led.landmark, mine.landmark), place_set = true, places_differ = false
      from alerts led where mine.id = ${alert.id} and led.id = ${lead.alert_id} and led.place_set`.execute(tx.db)
    const took = await takeOrTouch(tx, alert)
    const { id: lead_id, vehicle_number, driver_name, driver_phone, minutes_left, ...same } = ride
    const { id } = await tx.db
      .insertInto('dispatches')
      .values({ ...same, alert_id: alert.id, shares: lead_id, assigned_by: tx.actor.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notifyRelativesOfDispatch(tx, {
      alert,
      dispatch_id: id,
      ambulance: { vehicle_number, driver_name, driver_phone },
      outside_provider: null,
      eta_minutes: minutes_left,
    })
    await writeAudit(tx, {
      action: 'dispatch.assigned',
      subject: 'alert',
      subject_id: alert.id,
      detail: { dispatch_id: id },
    })
    await appendEvent(tx.db, {
      alert_id: alert.id,
      kind: 'dispatched',
      actor_id: tx.actor.id,
      detail: { vehicle_number, shared_with: lead.alert_id, ...(took ? { took } : {}) },
    })
    return id
  })
  return dispatchView(ctx.db, dispatch_id)
}
