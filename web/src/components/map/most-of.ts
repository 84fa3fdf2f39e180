import type { Place } from './place.ts'

/** So many times farther away than three of four are: alone. */
const FAR = 4
/** Within this nobody is far: a city and its surroundings, in degrees. */
const NEAR_DEGREES = 0.5

/**
 * The places that most are among, to be shown at first: without the few that lie so far away that a map of all of them
 * would show nothing of the others.
 */
export function mostOf<Each extends Place>(places: readonly Each[]): Each[] {
  const middle = { latitude: median(places, 'latitude'), longitude: median(places, 'longitude') }
  const distance = (place: Place) => Math.hypot(place.latitude - middle.latitude, place.longitude - middle.longitude)
  const sorted = places.map(distance).toSorted((a, b) => a - b)
  const limit = Math.max(NEAR_DEGREES, FAR * (sorted[Math.floor((sorted.length - 1) * 0.75)] ?? 0))
  return places.filter((place) => distance(place) <= limit)
}

function median(places: readonly Place[], axis: keyof Place): number {
  const sorted = places.map((place) => place[axis]).toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
