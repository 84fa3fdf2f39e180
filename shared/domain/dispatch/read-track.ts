import { sql, type SqlBool } from 'kysely'
import type { TrackView } from '../../contracts/dispatch.ts'
import type { Language } from '../../contracts/scan.ts'
import { isActive } from '../../contracts/dispatch-states.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { ownedInTime } from '../alerts/owner-deadlines.ts'
import { destinationOf } from './destination.ts'
import { countWrongLink, isLinkToken } from '../records/links.ts'
import { dispatchesOf } from './read-dispatches.ts'
import { ago, hours } from '../../platform/database/moments-sql.ts'

/** The relatives' page's data. Null, without a reason, for a link that is unknown or has ended. */
export async function readTrack({ ctx, input }: VerbArgs<{ token: string }, Ctx>): Promise<TrackView | null> {
  const known = isLinkToken(input.token)
  const own = known ? await findOwn(ctx.db, input.token) : null
  const alert = known ? await findAlert(ctx.db, own ?? { token: input.token }) : null
  if (!alert) {
    await countWrongLink(ctx)
    return null
  }
  const { id, latitude, longitude, accuracy, landmark, raised_at, closed_at, ...rest } = alert
  const [dispatches, hospital] = await Promise.all([dispatchesOf(ctx.db, id), destinationOf(ctx.db, [id])])
  const newest = dispatches.find(({ state }) => state !== 'CANCELLED')
  const going = newest !== undefined && isActive(newest.state)
  return {
    ...rest,
    raised_at: raised_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
    place: latitude === null || longitude === null ? null : { latitude, longitude, accuracy, landmark },
    ambulance: newest
      ? {
          state: newest.state,
          vehicle_number: newest.vehicle_number,
          outside_provider: newest.outside_provider,
          // The driver's number is shown for a limited time only.
          driver_name: going ? newest.driver_name : null,
          driver_phone: going ? newest.driver_phone : null,
          eta_minutes: newest.minutes_left,
          unseen_minutes: newest.unseen_minutes,
          latitude: newest.latitude,
          longitude: newest.longitude,
          position_at: newest.position_at,
        }
      : null,
    hospital,
    call_centre_phone: ctx.config.BRAND_PHONE,
    language: own?.language ?? null,
    confirmed: own && own.confirmed_at !== null,
  }
}

/** The message that carries this link. Links that all relatives share went out with versions before. */
async function findOwn(db: Db, token: string) {
  const message = await db
    .selectFrom('messages')
    .select(['alert_id', 'language', 'confirmed_at'])
    .where('track_token', '=', token)
    .executeTakeFirst()
  return message ? { ...message, alert_id: message.alert_id!, language: message.language as Language } : null
}

const findAlert = (db: Db, link: { token: string } | { alert_id: number }) =>
  db
    .selectFrom('alerts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('users as claimer', 'claimer.id', 'a.claimed_by')
    .select([
      'a.id',
      'a.timestamp as raised_at',
      'a.status',
      'a.latitude',
      'a.longitude',
      'a.accuracy',
      'a.landmark',
      'a.closed_at',
      'u.first_name',
      sql<string | null>`case when a.status <> 'PENDING' or ${ownedInTime} then claimer.first_name end`.as('taken_by'),
    ])
    .where((eb) => ('token' in link ? eb('a.track_token', '=', link.token) : eb('a.id', '=', link.alert_id)))
    // A hard end, also of an alert that stays open: the reader of an old SMS must not follow forever.
    .where(
      sql<SqlBool>`greatest(a.timestamp, (select max(assigned_at) from dispatches where alert_id = a.id))
        > ${ago(hours(LIMITS.track_link_hours))}`,
    )
    .executeTakeFirst()
