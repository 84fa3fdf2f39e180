import type { Candidate, Candidates } from '../../../contracts/dispatch.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { type NearAmbulance, nearestAmbulances } from './nearest-ambulances.ts'
import { isInsidePlan, planOf } from '../../subscribers/plans/plan-of.ts'
import { travelTimes } from './travel-times.ts'

const COUNT = 5

/**
 * The five nearest ambulances that could go to an alert, with distance, arrival and reason; by driving time when the
 * router knows it. Whoever declined this alert is not offered for it again.
 */
export async function listCandidates({ ctx, input }: { ctx: Ctx; input: { id: number } }): Promise<Candidates> {
  const alert = await ctx.db
    .selectFrom('alerts')
    .select(['latitude', 'longitude', 'user_id', 'timestamp'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
  const plan = await planOf(ctx.db, alert.user_id, alert.timestamp)
  const { latitude, longitude } = alert
  if (latitude === null || longitude === null) {
    return { candidates: [], has_location: false, plan, router: ctx.config.OSRM_URL ? 'ok' : 'none' }
  }
  const place = { latitude, longitude }
  const except = await declinedBy(ctx.db, input.id)
  const near = await nearestAmbulances(ctx.db, place, { count: COUNT, except })
  const { router, times } = await travelTimes(ctx, near, place)
  const now = Date.now()
  const candidates = near.map((ambulance, index): Candidate => ({
    ambulance_id: ambulance.id,
    vehicle_number: ambulance.vehicle_number,
    type: ambulance.type,
    operator: ambulance.operator,
    driver_name: ambulance.driver_name,
    driver_phone: ambulance.driver_phone,
    latitude: ambulance.latitude,
    longitude: ambulance.longitude,
    position_at: ambulance.from_base ? null : ambulance.last_position_at!.toISOString(),
    distance_km: Math.round(ambulance.distance_km * 100) / 100,
    inside_plan: isInsidePlan(plan, ambulance.distance_km),
    reason: reasonOf(ambulance, plan, now),
    ...times[index]!,
  }))
  // The order is stable: without a router by distance, as they came.
  if (router === 'ok') candidates.sort((a, b) => a.eta_minutes - b.eta_minutes)
  return { candidates, has_location: true, plan, router }
}

async function declinedBy(db: Db, alert_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dispatches')
    .select('ambulance_id')
    .where('alert_id', '=', alert_id)
    .where('declined', '=', true)
    .execute()
  return rows.flatMap(({ ambulance_id }) => ambulance_id ?? [])
}

function reasonOf(ambulance: NearAmbulance, plan: Candidates['plan'], now: number): string {
  const { from_base, last_position_at, distance_km } = ambulance
  const far = distance_km < 10 ? distance_km.toFixed(1) : distance_km.toFixed(0)
  const age = last_position_at && ageOf(now - last_position_at.getTime())
  const where = from_base
    ? `${far} km from its base, ${age ? `last position ${age} old` : 'no position yet'}`
    : `${far} km away, position ${age} old`
  return plan && distance_km > plan.km ? `${where}, outside the ${plan.km} km of the plan` : where
}

function ageOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'less than 1 min'
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`
}
