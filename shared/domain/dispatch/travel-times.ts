import type { Candidates } from '../../contracts/dispatch.ts'
import type { Ctx } from '../../platform/context.ts'
import { drivingSeconds, type Place } from '../../platform/driving-seconds.ts'

export interface TravelTime {
  eta_minutes: number
  eta_source: 'route' | 'estimate'
}

/** For a distance as the crow flies: x 1.4 for the roads, at 30 km/h (design, section 7). */
export const MINUTES_PER_KM = (1.4 * 60) / 30

/** Whole minutes for a distance as the crow flies, at least 1. */
export const estimateMinutes = (distance_km: number): number => atLeastOne(distance_km * MINUTES_PER_KM)

/** A billionth above a whole minute is a rounding error, and not rounded up. */
const atLeastOne = (minutes: number): number => Math.max(1, Math.ceil(minutes - 1e-9))

/**
 * How long each takes to `to`: by the router when one is set and answers, else estimated. A place without a road is
 * estimated, too. Never throws: a router that is down must not delay help.
 */
export async function travelTimes(
  ctx: Pick<Ctx, 'config' | 'log'>,
  from: readonly (Place & { distance_km: number })[],
  to: Place,
): Promise<{ router: Candidates['router']; times: TravelTime[] }> {
  const estimates = from.map(({ distance_km }): TravelTime => {
    return { eta_minutes: estimateMinutes(distance_km), eta_source: 'estimate' }
  })
  const { OSRM_URL } = ctx.config
  if (!OSRM_URL || from.length === 0) return { router: OSRM_URL ? 'ok' : 'none', times: estimates }
  try {
    const seconds = await drivingSeconds(OSRM_URL, from, to)
    const times = estimates.map((estimate, index): TravelTime => {
      const routed = seconds[index] ?? null
      return routed === null ? estimate : { eta_minutes: atLeastOne(routed / 60), eta_source: 'route' }
    })
    return { router: 'ok', times }
  } catch (error) {
    ctx.log.warn({ error }, 'the router gave no driving times')
    return { router: 'failed', times: estimates }
  }
}
