import { sql } from 'kysely'
import type { AlertCard } from '../../../contracts/alerts.ts'
import { indianTime } from '../../../contracts/indian-time.ts'
import type { SetPlaceInput } from '../../../contracts/places.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Place } from '../../../platform/osrm.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { describeKnownPlace } from '../../ground/places/describe-place.ts'
import { active } from '../alerts/active-dispatch.ts'
import { findAlertCard } from '../alerts/alert-cards.ts'
import { lockOpenAlert, touchAlert } from '../alerts/lock-open-alert.ts'
import { appendEvent, type NewAlertEvent } from '../events/append-event.ts'
import { lockRide } from './lock-ride.ts'
import { ambulanceFrom } from './nearest-ambulances.ts'
import { estimateMinutes } from './travel-times.ts'

/**
 * Makes a place the place of the alert, as an operator decided: that of one of its reports, or any other in India. The
 * one before stays on the timeline, and no report replaces the new one. An ambulance that is coming gets its distance and
 * arrival again; all alerts that share it get the place, as its driver goes to one. An act of the owner.
 *
 * 404 for an unknown alert and for a report of another alert or without a place, 409 when no help can be sent any more.
 */
export async function setPlace({ ctx, input }: { ctx: SignedInCtx; input: SetPlaceInput }): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const ride = await lockRide(tx.db, input.id)
    await lockOpenAlert(tx.db, input.id, 'Its place cannot be changed any more.')
    const { reported_at, ...place } = await newPlace(tx.db, input)
    const events: NewAlertEvent[] = []
    for (const id of new Set([input.id, ...ride.map(({ alert_id }) => alert_id)])) {
      const before = (await findAlertCard(tx.db, id))!
      await tx.db
        .updateTable('alerts')
        .set({ ...place, places_differ: false, place_set: true })
        .where('id', '=', id)
        .execute()
      await touchAlert(tx.db, id, tx.actor.id)
      await renewArrival(tx.db, id, place)
      await writeAudit(tx, { action: 'alert.place_chosen', subject: 'alert', subject_id: id })
      const detail = {
        set: true,
        place: placeText(place),
        before: placeText(before),
        ...(reported_at && { chosen: indianTime(reported_at) }),
      }
      events.push({ alert_id: id, kind: 'details', actor_id: tx.actor.id, detail })
    }
    for (const event of events) await appendEvent(tx.db, event)
  })
  return (await findAlertCard(ctx.db, input.id))!
}

async function newPlace(db: Tx, { id, report_id, latitude, longitude, accuracy = null, landmark }: SetPlaceInput) {
  if (report_id === undefined) {
    const words = landmark === undefined ? {} : { landmark: landmark || null }
    return { latitude: latitude!, longitude: longitude!, accuracy, ...words, reported_at: null }
  }
  const report = await db
    .selectFrom('alert_reports')
    .select(['latitude', 'longitude', 'accuracy', 'landmark', 'pressed_at'])
    .where('scan_id', '=', report_id)
    .where('alert_id', '=', id)
    .where('latitude', 'is not', null)
    .$narrowType<{ latitude: number; longitude: number }>()
    .executeTakeFirst()
  if (!report) throw new DomainError('NOT_FOUND', 'This report has no place: choose another one.')
  const { pressed_at, landmark: said, ...place } = report
  return { ...place, ...(said && { landmark: said }), reported_at: pressed_at }
}

/** Distance and arrival of an ambulance that is coming, from where it is now to the new place. */
async function renewArrival(db: Tx, alert_id: number, place: Place): Promise<void> {
  const coming = await db
    .selectFrom('dispatches as d')
    .select(['d.id', 'd.ambulance_id'])
    .where('d.alert_id', '=', alert_id)
    .where('d.state', 'in', ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE'])
    .where(active)
    .executeTakeFirst()
  const ambulance = coming?.ambulance_id ? await ambulanceFrom(db, coming.ambulance_id, place) : null
  if (!coming || !ambulance) return
  const { distance_km } = ambulance
  await db
    .updateTable('dispatches')
    .set({
      distance_km: Math.round(distance_km * 100) / 100,
      // It counts from the moment the ambulance was sent.
      eta_minutes: sql`ceil(extract(epoch from now() - assigned_at) / 60)::int + ${estimateMinutes(distance_km)}::int`,
      eta_source: 'estimate',
    })
    .where('id', '=', coming.id)
    .execute()
}

/** `3 km NE of Whitefield, Bengaluru Urban, Karnataka (12.99000, 77.77000)`; empty without a place. */
function placeText({ latitude, longitude }: Pick<AlertCard, 'latitude' | 'longitude'>): string {
  if (latitude === null || longitude === null) return ''
  const numbers = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const words = describeKnownPlace(latitude, longitude)
  return words ? `${words} (${numbers})` : numbers
}
