import type { Candidate, Candidates } from '../../contracts/dispatch.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Place } from '../../platform/driving-seconds.ts'
import { describePlace } from '../places/describe-place.ts'
import { gazetteer, type Locality } from '../places/gazetteer.ts'
import { isInsidePlan, planOf } from '../subscribers/plans/plan-of.ts'
import {
  type FoundAmbulance,
  nearestAmbulances,
  searchAmbulances,
  UNPLACED_AFTER_MINUTES,
} from './nearest-ambulances.ts'
import { type TravelTime, travelTimes } from './travel-times.ts'

const COUNT = 5
const SEARCHED = 20
const TOWNS = 3
/** A patient transport is offered before life support only when it is sooner there by more than this. */
const TRANSPORT_AFTER_MINUTES = 15

/**
 * The five ambulances that suit an alert best, with arrival and reason; or those that match a search, also without a
 * place. An ambulance whose driver declined this alert is not offered again. 404 for an unknown alert.
 *
 * Those that are near come first. Among them the order is one sum: the minutes to the arrival, 15 more for a patient
 * transport, which brings no help but a bed, and 15 more for a base whose ambulance has sent no position. Basic and advanced life support count the same: the first on the spot helps most.
 */
export async function listCandidates({
  ctx,
  input,
}: VerbArgs<{ id: number; search?: string | undefined }, Ctx>): Promise<Candidates> {
  const alert = await ctx.db
    .selectFrom('alerts')
    .select(['latitude', 'longitude', 'user_id', 'timestamp'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
  const plan = await planOf(ctx.db, alert.user_id, alert.timestamp)
  const { latitude, longitude } = alert
  const place = latitude === null || longitude === null ? null : { latitude, longitude }
  const except = await declinedBy(ctx.db, input.id)
  const found = await findAmbulances(ctx.db, place, input.search ?? '', except)
  const { router, times } = await timesTo(ctx, found, place)
  const now = Date.now()
  const { NEAR_KM, NEAR_MINUTES } = ctx.config
  const candidates = found.map((ambulance, index): Candidate => {
    const { distance_km } = ambulance
    const time = times[index]!
    return {
      ambulance_id: ambulance.id,
      vehicle_number: ambulance.vehicle_number,
      type: ambulance.type,
      operator: ambulance.operator,
      driver_name: ambulance.driver_name,
      driver_phone: ambulance.driver_phone,
      latitude: ambulance.latitude,
      longitude: ambulance.longitude,
      position_at: ambulance.from_base ? null : ambulance.last_position_at!.toISOString(),
      distance_km: distance_km === null ? null : Math.round(distance_km * 100) / 100,
      inside_plan: distance_km === null ? null : isInsidePlan(plan, distance_km),
      reason: reasonOf(ambulance, plan, now),
      near: (distance_km ?? 0) <= NEAR_KM && (time.eta_minutes ?? 0) <= NEAR_MINUTES,
      ...time,
    }
  })
  candidates.sort((a, b) => Number(b.near) - Number(a.near) || delay(a) - delay(b))
  return {
    candidates: input.search ? candidates : candidates.slice(0, COUNT),
    has_location: place !== null,
    plan,
    router,
  }
}

const delay = ({ type, eta_minutes, position_at }: Candidate): number =>
  (eta_minutes ?? 0) +
  (type === 'TRANSPORT' ? TRANSPORT_AFTER_MINUTES : 0) +
  (position_at === null ? UNPLACED_AFTER_MINUTES : 0)

/** Those that match the search; without one the nearest of either kind, so that neither crowds out the other. */
async function findAmbulances(
  db: Db,
  place: Place | null,
  search: string,
  except: readonly number[],
): Promise<FoundAmbulance[]> {
  if (search) {
    // A whole name: the beginning of an operator's or driver's name is that of some town, too.
    const same = ({ name }: Locality) => name.toLowerCase() === search.toLowerCase()
    const towns = gazetteer().search(search, TOWNS).filter(same)
    return searchAmbulances(db, place, { search, towns, count: SEARCHED, except })
  }
  if (!place) return []
  const kinds = [false, true].map((transport) => nearestAmbulances(db, place, { count: COUNT, except, transport }))
  const near = (await Promise.all(kinds)).flat()
  return near.sort((a, b) => a.distance_km - b.distance_km)
}

async function timesTo(
  ctx: Ctx,
  found: readonly FoundAmbulance[],
  place: Place | null,
): Promise<{ router: Candidates['router']; times: (TravelTime | typeof UNKNOWN)[] }> {
  if (!place) return { router: ctx.config.OSRM_URL ? 'ok' : 'none', times: found.map(() => UNKNOWN) }
  const measured = found.map(({ latitude, longitude, distance_km }) => {
    return { latitude, longitude, distance_km: distance_km! }
  })
  return travelTimes(ctx, measured, place)
}

const UNKNOWN = { eta_minutes: null, eta_source: null }

async function declinedBy(db: Db, alert_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dispatches')
    .select('ambulance_id')
    .where('alert_id', '=', alert_id)
    .where('declined', '=', true)
    .execute()
  return rows.flatMap(({ ambulance_id }) => ambulance_id ?? [])
}

function reasonOf(ambulance: FoundAmbulance, plan: Candidates['plan'], now: number): string {
  const { from_base, last_position_at, distance_km, latitude, longitude } = ambulance
  const age = last_position_at && ageOf(now - last_position_at.getTime())
  const where = distance_km === null ? describePlace({ latitude, longitude, accuracy: null }) : farText(distance_km)
  const from = distance_km === null ? (from_base ? 'Base: ' : 'Now: ') : ''
  const away = distance_km === null ? '' : from_base ? ' from its base' : ' away'
  const contact = from_base
    ? `position unknown, ${age ? `last contact ${age} ago` : 'no contact yet'}`
    : `position ${age} old`
  const outside = plan && distance_km !== null && distance_km > plan.km ? `, outside the ${plan.km} km of the plan` : ''
  return `${from}${where ?? 'unknown'}${away}, ${contact}${outside}`
}

const farText = (km: number): string => `${km < 10 ? km.toFixed(1) : km.toFixed(0)} km`

function ageOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'less than 1 min'
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`
}
