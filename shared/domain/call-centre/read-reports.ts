import { sql } from 'kysely'
import type { AlertReport } from '../../contracts/alerts.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { describePlace } from '../places/describe-place.ts'

/** A report that took longer than this to arrive waited for the network. */
const DELAYED_SECONDS = 5
/** How long a link to a photo of the scene is valid. */
const PHOTO_SECONDS = 15 * 60

interface Row extends Omit<AlertReport, 'place' | 'pressed_at' | 'received_at' | 'delayed_seconds'> {
  pressed_at: Date
  received_at: Date
}

/** The reports of an alert and what was added to them, oldest first; of very many the newest. Distances are from the place of the alert. */
export async function readReports(
  { db, storage }: Pick<Ctx, 'db' | 'storage'>,
  alert_id: number,
): Promise<AlertReport[]> {
  const { rows } = await sql<Row>`
    select r.scan_id as id, r.added_later, r.pressed_at, r.created_at as received_at, r.first_respondent_phone, r.latitude, r.longitude, r.accuracy,
      r.landmark, r.language, r.photo, r.call_me,
      earth_distance(ll_to_earth(r.latitude, r.longitude), ll_to_earth(a.latitude, a.longitude)) as distance_m
    from alert_reports r join alerts a on a.id = r.alert_id
    where r.alert_id = ${alert_id}
    order by r.created_at desc, r.scan_id desc limit ${LIMITS.alert_reports_shown}`.execute(db)
  return rows.toReversed().map(({ pressed_at, received_at, ...row }) => {
    const delay = (received_at.getTime() - pressed_at.getTime()) / 1000
    return {
      pressed_at: pressed_at.toISOString(),
      received_at: received_at.toISOString(),
      delayed_seconds: delay > DELAYED_SECONDS ? Math.round(delay) : null,
      ...row,
      place: describePlace(row),
      photo: row.photo && storage.signedPath(row.photo, PHOTO_SECONDS),
    }
  })
}
