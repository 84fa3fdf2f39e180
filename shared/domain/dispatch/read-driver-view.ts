import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DriverView } from '../../contracts/dispatch.ts'
import { type DispatchState, DRIVER_STEPS, isActive } from '../../contracts/dispatch-states.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { destinationOf } from './destination.ts'
import { lastStepAt } from './last-step-at.ts'
import { active, alertsOfRide, hasReached } from '../alerts/active-dispatch.ts'
import { countWrongLink, DRIVER_LINK_HOURS, linkHash } from '../records/links.ts'
import { ago, hours, seconds } from '../../platform/database/moments-sql.ts'

const TAKE_BACK_MS = LIMITS.step_take_back_seconds * 1000

/** How long a link to a photo is valid; the page gets a new one with each look. */
const PHOTO_SECONDS = 15 * 60

/** Condition: the link to the dispatch `d` is valid. */
export const drivable = sql<SqlBool>`(${active}
  and d.assigned_at > ${ago(hours(DRIVER_LINK_HOURS))})`

/** Condition: the dispatch `d` belongs to this driver's link, and the link is valid. */
const ofLink = (token: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(d.driver_token_hash = ${linkHash(token)} and ${drivable})`

/** The dispatch behind a driver's link; null for a link that is not valid. */
export async function findDriverDispatch(db: Db, token: string): Promise<{ id: number; alert_id: number } | null> {
  const row = await db
    .selectFrom('dispatches as d')
    .select(['d.id', 'd.alert_id'])
    .where(ofLink(token))
    .executeTakeFirst()
  return row ?? null
}

/** The driver page's data. Null, without a reason, for a link that is unknown, over, called back or a day old. */
export async function readDriverView({ ctx, input }: VerbArgs<{ token: string }, Ctx>): Promise<DriverView | null> {
  const view = await driverView(ctx, ofLink(input.token))
  if (!view) await countWrongLink(ctx)
  return view
}

/** The view of the dispatch `d` that meets the condition. */
export async function driverView(ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<DriverView | null> {
  const row = await ctx.db
    .selectFrom('dispatches as d')
    .innerJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select([
      'd.state',
      'd.alert_id',
      'd.assigned_at',
      alertsOfRide.as('alert_ids'),
      sql<number>`1 + (select count(*) from dispatches s where s.shares = d.id and s.state not in ('DONE', 'CANCELLED'))`.as(
        'people',
      ),
      'v.vehicle_number',
      sql<string | null>`(select photo from alert_reports where alert_id = a.id and photo is not null
        order by created_at desc limit 1)`.as('photo'),
      'u.first_name',
      'a.latitude',
      'a.longitude',
      'a.accuracy',
      'a.landmark',
      'a.first_respondent_phone as bystander_phone',
      sql<number>`coalesce(least(${TAKE_BACK_MS}, greatest(0,
        1000 * extract(epoch from ${lastStepAt} + ${seconds(LIMITS.step_take_back_seconds)} - now()))), 0)::int`.as(
        'take_back_ms',
      ),
    ])
    .where(condition)
    .executeTakeFirst()
  if (!row) return null
  const { alert_ids, ...shown } = row
  return {
    ...shown,
    photo: row.photo && ctx.storage.signedPath(row.photo, PHOTO_SECONDS),
    hospital: await destinationOf(ctx.db, alert_ids),
    call_centre_phone: ctx.config.BRAND_PHONE,
    assigned_at: row.assigned_at.toISOString(),
    next: nextSteps(row.state),
  }
}

function nextSteps(state: DispatchState): DriverView['next'] {
  if (!isActive(state)) return []
  const onward = DRIVER_STEPS.filter((step) => step !== 'DECLINED' && !hasReached(state, step))
  return hasReached(state, 'AT_SCENE') ? onward : [...onward, 'DECLINED']
}
