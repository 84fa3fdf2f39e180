import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { HandoverPage } from '../../contracts/handover.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { countWrongLink } from '../records/links.ts'
import { alertsOfRide } from '../alerts/active-dispatch.ts'
import { destinationOf } from '../dispatch/destination.ts'
import { minutesLeft } from '../dispatch/minutes-left.ts'
import { estimateMinutes } from '../dispatch/travel-times.ts'
import { ofHandoverLink } from './handover-link.ts'
import { minutes, within } from '../../platform/database/moments-sql.ts'

/**
 * The hospital's page without the health data. It counts as no view, because scanners and link previews fetch it, too.
 * Null, without a reason, for a link that is unknown, revoked or a day old.
 */
export async function readHandoverPage({ ctx, input }: VerbArgs<{ token: string }, Ctx>): Promise<HandoverPage | null> {
  const page = await handoverPage(ctx, ofHandoverLink(input.token))
  if (!page) await countWrongLink(ctx)
  return page
}

/** The page of the handover `h` that meets the condition. */
export async function handoverPage(
  ctx: Pick<Ctx, 'db' | 'config'>,
  condition: RawBuilder<SqlBool>,
): Promise<HandoverPage | null> {
  const row = await ctx.db
    .selectFrom('handovers as h')
    .innerJoin('hospitals as p', 'p.id', 'h.hospital_id')
    .innerJoin('alerts as a', 'a.id', 'h.alert_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['h.alert_id', 'h.created_at', 'h.expires_at', 'h.hospital_id', 'p.name', 'a.timestamp', 'u.first_name'])
    .select(sql<number>`greatest(0, floor(extract(epoch from h.expires_at - now())))::int`.as('seconds_left'))
    .where(condition)
    .executeTakeFirst()
  if (!row) return null
  return {
    hospital: row.name,
    first_name: row.first_name,
    alert_id: row.alert_id,
    raised_at: row.timestamp.toISOString(),
    sent_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    seconds_left: row.seconds_left,
    ambulance: await ambulanceOf(ctx.db, row.alert_id, row.hospital_id!),
    call_centre_phone: ctx.config.BRAND_PHONE,
  }
}

/**
 * The ambulance that comes or came. Minutes to the hospital are computed only while it transports the patient there:
 * `other_hospital` says that one was notified since, to which the ambulance brings all its patients.
 */
async function ambulanceOf(db: Db, alert_id: number, hospital_id: number): Promise<HandoverPage['ambulance']> {
  const row = await db
    .selectFrom('dispatches as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .leftJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .leftJoin('hospitals as p', (join) => join.on('p.id', '=', hospital_id))
    .select(['d.state', 'v.vehicle_number', 'd.outside_provider', minutesLeft.as('scene_eta_minutes')])
    .select(alertsOfRide.as('alert_ids'))
    .select(
      sql<number | null>`case when d.state = 'TRANSPORTING' and ${within('v.last_position_at', minutes(5))} then
        earth_distance(ll_to_earth(v.last_latitude, v.last_longitude), ll_to_earth(p.latitude, p.longitude)) / 1000 end`.as(
        'hospital_km',
      ),
    )
    .where('d.alert_id', '=', alert_id)
    .where('d.state', '<>', 'CANCELLED')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { hospital_km, alert_ids, ...ambulance } = row
  const other_hospital = (await destinationOf(db, alert_ids))?.hospital_id !== hospital_id
  return {
    ...ambulance,
    other_hospital,
    hospital_eta_minutes: other_hospital ? null : promised(hospital_km),
  }
}

/** Minutes for a distance, where they are few enough to be said. */
function promised(distance_km: number | null): number | null {
  const minutes = distance_km === null ? Infinity : estimateMinutes(distance_km)
  return minutes <= LIMITS.promised_minutes ? minutes : null
}
