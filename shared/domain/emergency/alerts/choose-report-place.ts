import { sql } from 'kysely'
import type { z } from 'zod'
import type { AlertCard, chooseReportPlaceInput } from '../../../contracts/alerts.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { findAlertCard } from './alert-cards.ts'
import { appendEvent } from '../events/append-event.ts'
import { kolkataTime } from '../events/kolkata-time.ts'
import { lockOpenAlert } from './lock-open-alert.ts'

/**
 * An operator decides which of the reported places is the place of the alert. The one before stays on the timeline.
 * Refused with 404 for a report of another alert or without a place, with 409 when no help can be sent any more.
 */
export async function chooseReportPlace({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: z.output<typeof chooseReportPlaceInput>
}): Promise<AlertCard> {
  return inTransaction(ctx, async (tx) => {
    const alert = await lockOpenAlert(tx.db, input.id, 'Its place cannot be changed any more.')
    const report = await tx.db
      .selectFrom('alert_reports')
      .select(['latitude', 'longitude', 'accuracy', 'landmark', 'pressed_at'])
      .where('scan_id', '=', input.report_id)
      .where('alert_id', '=', alert.id)
      .where('latitude', 'is not', null)
      .executeTakeFirst()
    if (!report) throw new DomainError('NOT_FOUND', 'This report has no place: choose another one.')
    const before = (await findAlertCard(tx.db, alert.id))!
    await tx.db
      .updateTable('alerts')
      .set({
        latitude: report.latitude,
        longitude: report.longitude,
        accuracy: report.accuracy,
        landmark: sql`coalesce(${report.landmark}, landmark)`,
        places_differ: false,
        version: sql`version + 1`,
      })
      .where('id', '=', alert.id)
      .execute()
    await writeAudit(tx, { action: 'alert.place_chosen', subject: 'alert', subject_id: alert.id })
    await appendEvent(tx.db, {
      alert_id: alert.id,
      kind: 'details',
      actor_id: tx.actor.id,
      detail: { chosen: kolkataTime(report.pressed_at), before: placeText(before) },
    })
    return (await findAlertCard(tx.db, alert.id))!
  })
}

const placeText = ({ latitude, longitude }: AlertCard): string =>
  latitude === null || longitude === null ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
