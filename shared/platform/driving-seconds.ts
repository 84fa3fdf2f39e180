import { z } from 'zod'

/** Longest wait for the router, milliseconds: an operator waits for the list. */
const ROUTER_TIMEOUT_MS = 1_500

export interface Place {
  latitude: number
  longitude: number
}

const answer = z.object({
  code: z.literal('Ok'),
  /** Seconds from each source (row) to the one destination; null when no road leads there. */
  durations: z.array(z.tuple([z.number().min(0).max(604_800).nullable()])),
})

/**
 * Driving times in seconds from each place to `to`, by one request to OSRM's table service
 * (https://project-osrm.org/docs/, "Table service"). No retry. Throws without a proper answer within 1.5 s.
 */
export async function drivingSeconds(osrm_url: string, from: readonly Place[], to: Place): Promise<(number | null)[]> {
  const coordinates = [...from, to].map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`)
  const query = `sources=${from.map((_, index) => index).join(';')}&destinations=${from.length}&annotations=duration`
  const response = await fetch(`${osrm_url}/table/v1/driving/${coordinates.join(';')}?${query}`, {
    signal: AbortSignal.timeout(ROUTER_TIMEOUT_MS),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`The router answered ${response.status}`)
  const { durations } = answer.parse(await response.json())
  if (durations.length !== from.length) throw new Error('The router answered for other places')
  return durations.map(([seconds]) => seconds)
}
