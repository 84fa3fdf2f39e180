import { sql } from 'kysely'
import type { DispatchView } from '../../contracts/dispatch.ts'
import { isActive } from '../../contracts/dispatch-states.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { LADDERS } from '../../contracts/ladder.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { alertsOfRide } from '../alerts/active-dispatch.ts'
import { wasReached } from '../alerts/reach-conditions.ts'
import { minutesLeft } from './minutes-left.ts'
import { unseenMinutes } from './unseen-minutes.ts'
import { olderThan, seconds } from '../../platform/database/moments-sql.ts'

const views = (db: Db) =>
  db
    .selectFrom('dispatches as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .leftJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .select([
      'd.id',
      'd.state',
      'd.ambulance_id',
      'd.outside_provider',
      'd.note',
      'd.distance_km',
      'd.eta_minutes',
      'd.eta_source',
      'd.inside_plan',
      'd.assigned_at',
      'd.accepted_at',
      'd.en_route_at',
      'd.at_scene_at',
      'd.transporting_at',
      'd.at_hospital_at',
      'd.done_at',
      'd.cancelled_at',
      'd.cancel_reason',
      'd.declined',
      alertsOfRide.as('alert_ids'),
      'v.vehicle_number',
      'v.driver_name',
      'v.driver_phone',
      'v.last_latitude',
      'v.last_longitude',
      'v.last_position_at',
      minutesLeft.as('minutes_left'),
      unseenMinutes.as('unseen_minutes'),
      sql<boolean>`(d.state = 'ASSIGNED' and d.ambulance_id is not null
        and ${olderThan('d.assigned_at', seconds(LADDERS.driver.not_reached_seconds))})`.as('unanswered'),
      sql<boolean>`exists (select from messages m where m.alert_id = d.alert_id and m.dispatch_id = d.id and m.template = 'driver_dispatch' and ${wasReached})`.as(
        'driver_heard',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof views>['execute']>>[number]
const iso = (at: Date | null): string | null => at?.toISOString() ?? null

function toView({ last_latitude, last_longitude, last_position_at, ...row }: Row): DispatchView {
  // An ambulance that is done with this alert may be on another one; a position may be of a ride that ended hours before.
  const from = row.assigned_at.getTime() - LIMITS.position_fresh_minutes * 60_000
  const located = isActive(row.state) && last_position_at !== null && last_position_at.getTime() > from
  return {
    ...row,
    latitude: located ? last_latitude : null,
    longitude: located ? last_longitude : null,
    position_at: located ? iso(last_position_at) : null,
    assigned_at: row.assigned_at.toISOString(),
    accepted_at: iso(row.accepted_at),
    en_route_at: iso(row.en_route_at),
    at_scene_at: iso(row.at_scene_at),
    transporting_at: iso(row.transporting_at),
    at_hospital_at: iso(row.at_hospital_at),
    done_at: iso(row.done_at),
    cancelled_at: iso(row.cancelled_at),
  }
}

/** The answer to an act on a dispatch that is over, or on an alert without any. */
export async function notOnItsWay(db: Db, alert_id: number, dispatch_id: number | undefined): Promise<DomainError> {
  const meant = (await dispatchesOf(db, alert_id)).find(({ id }) => id === dispatch_id)
  return new DomainError(
    'CONFLICT',
    meant
      ? `${meant.vehicle_number ?? meant.outside_provider} is no longer on its way to this alert.`
      : 'No ambulance is on its way to this alert.',
  )
}

/** All ambulances of an alert, newest first. */
export async function dispatchesOf(db: Db, alert_id: number): Promise<DispatchView[]> {
  const rows = await views(db).where('d.alert_id', '=', alert_id).orderBy('d.id', 'desc').execute()
  return rows.map(toView)
}

/** One dispatch that exists. */
export async function dispatchView(db: Db, id: number): Promise<DispatchView> {
  return toView(await views(db).where('d.id', '=', id).executeTakeFirstOrThrow())
}

/** What a console polls every few seconds while an ambulance is on its way: states and positions, no health data. */
export async function readDispatches({ ctx, input }: VerbArgs<{ id: number }, Ctx>): Promise<DispatchView[]> {
  const found = await dispatchesOf(ctx.db, input.id)
  if (found.length > 0) return found
  const alert = await ctx.db.selectFrom('alerts').select('id').where('id', '=', input.id).executeTakeFirst()
  if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
  return []
}
