import { sql } from 'kysely'
import type { DispatchView, ShareRide } from '../../contracts/dispatch.ts'
import type { SignedInCtx, VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { createOnce } from '../records/create-once.ts'
import { active } from '../alerts/active-dispatch.ts'
import { lockOpenAlert, takeOrTouch } from '../alerts/lock-open-alert.ts'
import { appendEvent, type NewAlertEvent } from '../alerts/append-event.ts'
import { lockRide } from './lock-ride.ts'
import { minutesLeft } from './minutes-left.ts'
import { notifyRelativesOfDispatch } from './notify-relatives-of-dispatch.ts'
import { dispatchView } from './read-dispatches.ts'
import { writePlace } from './write-place.ts'

/**
 * Lets an ambulance that goes to one alert of an accident take the person of another one too. Its steps, its position and
 * the time it was sent count for both; relatives of each are notified. Taken off one alert it goes on for the other.
 *
 * 404 for an unknown alert; 409 when the two are not linked, the alert has an ambulance, or that one is over.
 */
export async function shareRide({ ctx, input }: VerbArgs<ShareRide>): Promise<DispatchView> {
  const lead = await ctx.db
    .selectFrom('dispatches as d')
    .select('d.alert_id')
    .where('d.id', '=', sql<number>`(select coalesce(shares, id) from dispatches where id = ${input.dispatch_id})`)
    .executeTakeFirst()
  if (!lead) throw new DomainError('NOT_FOUND', 'Ambulance not found')
  const dispatch_id = await createOnce(ctx, 'shared ride', input, async (tx) => {
    // The lead's alert is locked too: `lockRide` counts on it.
    const going = await lockRide(tx.db, lead.alert_id, input.id)
    const alert = await lockOpenAlert(tx.db, input.id, 'No ambulance can be sent to it.')
    // Before the ride is read: its arrival may change with the place.
    const moved = await toOnePlace(tx, lead.alert_id, alert.id, going)
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
    for (const event of moved) await appendEvent(tx.db, event)
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

/**
 * The driver goes to one place: one that an operator set, else one that is known; of two alike the lead's. A place that
 * was set replaces those of all alerts of the ride, any other only fills in where none is known. Returns the events for
 * the caller to append.
 */
async function toOnePlace(
  tx: SignedInCtx & { db: Tx },
  lead: number,
  joining: number,
  ride: readonly { alert_id: number }[],
): Promise<NewAlertEvent[]> {
  const alerts = await tx.db
    .selectFrom('alerts')
    .select(['id', 'latitude', 'longitude', 'accuracy', 'landmark', 'place_set'])
    .where('id', 'in', [joining, lead, ...ride.map(({ alert_id }) => alert_id)])
    .execute()
  const placeOf = (alert_id: number) => alerts.find(({ id }) => id === alert_id)!
  const [led, own] = [placeOf(lead), placeOf(joining)]
  const worth = ({ place_set, latitude }: typeof led) => (place_set ? 2 : latitude === null ? 0 : 1)
  const { latitude, longitude, accuracy, landmark, place_set } = worth(own) > worth(led) ? own : led
  if (latitude === null || longitude === null) return []
  const others = alerts.filter((alert) =>
    place_set
      ? !alert.place_set || alert.latitude !== latitude || alert.longitude !== longitude
      : alert.latitude === null,
  )
  const place = { latitude, longitude, accuracy, place_set, ...(landmark && { landmark }) }
  return writePlace(
    tx,
    others.map(({ id }) => id),
    place,
  )
}
