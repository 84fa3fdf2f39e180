import { distance } from 'geokdbush'
import { isUsablePlace } from '../../contracts/near-india.ts'
import { gazetteer, type Locality } from './gazetteer.ts'

interface Position {
  latitude: number | null
  longitude: number | null
  /** Metres; null where it is not known. */
  accuracy: number | null
}

const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
const RADIANS = Math.PI / 180
/** Closer than this a direction says nothing. */
const AT_KM = 0.25
const KM_PER_DEGREE = 111

/**
 * A position in words, `3 km NE of Whitefield, Bengaluru Urban, Karnataka`: how far it is from the nearest locality, in
 * which direction one goes from there, district and state. A coarse one is `within 42 km of Kolkata, West Bengal`.
 * Null when no alert can use the position, or when no locality is within 100 km.
 */
export const describePlace = (position: Position): string | null =>
  describe(position, ({ name, district, state }) => [...new Set([name, district, state])].filter(Boolean).join(', '))

/** The same without district and state, for an SMS: `3 km NE of Whitefield`. */
export const describePlaceShortly = (position: Position): string | null => describe(position, ({ name }) => name)

function describe(position: Position, nameOf: (locality: Locality) => string): string | null {
  const { latitude, longitude } = position
  if (latitude === null || longitude === null || !isUsablePlace(position)) return null
  const found = gazetteer().nearest(latitude, longitude)
  if (!found) return null
  const { locality, distance_km } = found
  const accuracy_km = (position.accuracy ?? 0) / 1000
  // A third of the distance keeps the direction true, a kilometre the distance.
  if (accuracy_km > (distance_km < AT_KM ? AT_KM : Math.min(1, distance_km / 3))) {
    const town = largestTown(latitude, longitude, accuracy_km) ?? locality
    const within_km = distance(longitude, latitude, town.longitude, town.latitude) + accuracy_km
    return `within ${inWords(within_km, Math.ceil)} of ${nameOf(town)}`
  }
  if (distance_km < AT_KM) return nameOf(locality)
  return `${inWords(distance_km)} ${direction(locality, latitude, longitude)} of ${nameOf(locality)}`
}

/** The largest town within so many kilometres, roughly; undefined where there is none. */
function largestTown(latitude: number, longitude: number, km: number): Locality | undefined {
  const north = km / KM_PER_DEGREE
  const east = north / Math.cos(latitude * RADIANS)
  return gazetteer().townsWithin(longitude - east, latitude - north, longitude + east, latitude + north)[0]
}

function inWords(km: number, round = Math.round): string {
  const hundreds = round(km * 10)
  return hundreds < 10 ? `${hundreds * 100} m` : `${round(km)} km`
}

/** Where the position lies seen from the locality. A degree of longitude is shorter than one of latitude. */
function direction(from: { latitude: number; longitude: number }, latitude: number, longitude: number): string {
  const north = latitude - from.latitude
  const east = (longitude - from.longitude) * Math.cos(latitude * RADIANS)
  const eighth = Math.round(Math.atan2(east, north) / (Math.PI / 4))
  return DIRECTIONS[(eighth + 8) % 8]!
}
