import { sql } from 'kysely'
import type { AlertCard } from '../../contracts/alerts.ts'
import { indianTime } from '../../contracts/indian-time.ts'
import type { SignedInCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Place } from '../../platform/driving-seconds.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { describePlace } from '../places/describe-place.ts'
import { active } from '../alerts/active-dispatch.ts'
import { findAlertCard } from '../alerts/alert-cards.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'
import type { NewAlertEvent } from '../alerts/append-event.ts'
import { ambulanceFrom } from './nearest-ambulances.ts'
import { estimateMinutes } from './travel-times.ts'

interface NewPlace extends Place {
  accuracy: number | null
  /** Without it an alert keeps its own. */
  landmark?: string | null
  /** An operator decided: no report replaces it. */
  place_set: boolean
}

/**
 * Makes a place the place of alerts, audited, in the transaction that holds them. An ambulance that is coming gets its
 * distance and arrival again. `reported_at`: when the report was made that it comes from. Returns the events for the
 * caller to append.
 */
export async function writePlace(
  tx: SignedInCtx & { db: Tx },
  alert_ids: Iterable<number>,
  place: NewPlace,
  reported_at: Date | null = null,
): Promise<NewAlertEvent[]> {
  const events: NewAlertEvent[] = []
  for (const id of alert_ids) {
    const before = (await findAlertCard(tx.db, id))!
    await tx.db
      .updateTable('alerts')
      .set({ ...place, places_differ: false })
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
  return events
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
function placeText(place: Pick<AlertCard, 'latitude' | 'longitude' | 'accuracy'>): string {
  const { latitude, longitude } = place
  if (latitude === null || longitude === null) return ''
  const numbers = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const words = describePlace(place)
  return words ? `${words} (${numbers})` : numbers
}
