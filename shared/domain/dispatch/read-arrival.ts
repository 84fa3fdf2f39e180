import type { SignedInCtx } from '../../platform/context.ts'
import { ambulanceFrom } from './nearest-ambulances.ts'
import { isInsidePlan, planOf } from '../subscribers/plans/plan-of.ts'
import { travelTimes } from './travel-times.ts'

/** Distance and minutes as noted with a dispatch. All null for an outside provider and for an alert without a place. */
export interface Arrival {
  distance_km: number | null
  eta_minutes: number | null
  eta_source: 'route' | 'estimate' | null
  inside_plan: boolean | null
}

const UNKNOWN: Arrival = { distance_km: null, eta_minutes: null, eta_source: null, inside_plan: null }

/** How far an ambulance is from an alert now, and when it would be there. */
export async function readArrival(
  ctx: SignedInCtx,
  { id, ambulance_id }: { id: number; ambulance_id?: number | undefined },
): Promise<Arrival> {
  if (ambulance_id === undefined) return UNKNOWN
  const alert = await ctx.db
    .selectFrom('alerts')
    .select(['latitude', 'longitude', 'user_id', 'timestamp'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (alert?.latitude == null || alert.longitude === null) return UNKNOWN
  const place = { latitude: alert.latitude, longitude: alert.longitude }
  const ambulance = await ambulanceFrom(ctx.db, ambulance_id, place)
  if (!ambulance) return UNKNOWN
  const [plan, { times }] = await Promise.all([
    planOf(ctx.db, alert.user_id, alert.timestamp),
    travelTimes(ctx, [ambulance], place),
  ])
  const { distance_km } = ambulance
  return {
    ...times[0]!,
    distance_km: Math.round(distance_km * 100) / 100,
    inside_plan: isInsidePlan(plan, distance_km),
  }
}
