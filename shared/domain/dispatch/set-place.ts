import type { AlertCard } from '../../contracts/alerts.ts'
import { isUsablePlace } from '../../contracts/near-india.ts'
import type { SetPlaceInput } from '../../contracts/places.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError, fieldError } from '../../platform/domain-error.ts'
import { findAlertCard } from '../alerts/alert-cards.ts'
import { lockOpenAlert } from '../alerts/lock-open-alert.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { lockRide } from './lock-ride.ts'
import { writePlace } from './write-place.ts'

/**
 * Makes a place the place of the alert, as an operator decided: that of one of its reports, or any other in India. The
 * one before stays on the timeline, and no report replaces the new one. An ambulance that is coming gets its distance and
 * arrival again; all alerts that share it get the place, as its driver goes to one. An act of the owner.
 *
 * 400 for a report whose place cannot be (`isUsablePlace`), 404 for an unknown alert and for a report of another alert or without a place, 409 when no help can be sent any more.
 */
export async function setPlace({ ctx, input }: VerbArgs<SetPlaceInput>): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const ride = await lockRide(tx.db, input.id)
    await lockOpenAlert(tx.db, input.id, 'Its place cannot be changed any more.')
    const { reported_at, ...place } = await newPlace(tx.db, input)
    const alert_ids = new Set([input.id, ...ride.map(({ alert_id }) => alert_id)])
    const events = await writePlace(tx, alert_ids, { ...place, place_set: true }, reported_at)
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
  if (!isUsablePlace(place)) throw fieldError('report_id', TEXTS.place_unusable)
  return { ...place, ...(said && { landmark: said }), reported_at: pressed_at }
}
