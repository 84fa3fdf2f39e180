import { sql } from 'kysely'
import type { AlertStatus } from '../../contracts/alerts.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { Language } from '../../contracts/scan.ts'
import type { Tx } from '../../platform/database/database.ts'
import { ago, seconds } from '../../platform/database/moments-sql.ts'
import { type ReportedPlace, usablePlace } from './reported-place.ts'

export interface NewReport extends ReportedPlace {
  scan_id: string
  coupon_id: number
  device_id: string | null
  ip_hash: Buffer | null
  another_site?: boolean
  first_respondent_phone?: string | null | undefined
  landmark: string | null
  /** In which language the bystander reads the page. */
  language?: Language | null
  seconds_ago: number
  /** What the bystander added after their report, not another one. */
  added_later?: boolean
  /** A photo of the scene, by its key in the file store. */
  photo?: string | null
  /** The bystander wants to be called. */
  call_me?: boolean
}

export interface ReportedAlert {
  id: number
  status: AlertStatus
  status_token: string
  places_differ: boolean
}

/**
 * Keeps a report or addition about an open alert, in the caller's transaction, which holds the alert. The alert takes a
 * number or a landmark it lacks. It takes a better place that can be (`usablePlace`) only where it may be the same one, and never instead of one that
 * an operator set. A place far away marks the alert `places_differ`, for an operator to decide. Returns the alert as it is
 * now; `places_differ` is whether this report's place is far away.
 */
export async function addReport(db: Tx, alert_id: number, report: NewReport): Promise<ReportedAlert> {
  const { seconds_ago, ...row } = { added_later: false, ...report }
  await db
    .insertInto('alert_reports')
    .values({ ...row, alert_id, pressed_at: ago(seconds(sql`${seconds_ago}`)) })
    .execute()
  const { latitude, longitude, accuracy } = usablePlace(report)
  const { rows } = await sql<ReportedAlert>`
    with judged as (
      select id, coalesce(earth_distance(ll_to_earth(latitude, longitude), ll_to_earth(${latitude}::float8, ${longitude}::float8))
          > greatest(${LIMITS.place_apart}, coalesce(accuracy, 0) + coalesce(${accuracy}::float8, 0)), false) as far,
        ${latitude}::float8 is not null and not place_set
          and (latitude is null or coalesce(${accuracy}::float8, 'infinity') < coalesce(accuracy, 'infinity')) as better
      from alerts where id = ${alert_id}
    )
    update alerts a set
      report_count = report_count + ${row.added_later ? 0 : 1}, version = version + 1,
      latitude = case when better and not far then ${latitude}::float8 else latitude end,
      longitude = case when better and not far then ${longitude}::float8 else longitude end,
      accuracy = case when better and not far then ${accuracy}::float8 else accuracy end,
      landmark = coalesce(landmark, ${report.landmark}),
      first_respondent_phone = coalesce(first_respondent_phone, ${report.first_respondent_phone ?? null}),
      places_differ = places_differ or far,
      call_asked_at = case when ${row.call_me ?? false}::boolean then coalesce(call_asked_at, now()) else call_asked_at end
    from judged j where a.id = j.id
    returning a.id, a.status, a.status_token, j.far as places_differ`.execute(db)
  return rows[0]!
}
