import { gazetteer, type Locality } from './gazetteer.ts'

const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
const RADIANS = Math.PI / 180
/** Closer than this a direction says nothing. */
const AT_KM = 0.25

/** The same for a position that may not be known. */
export const describeKnownPlace = (latitude: number | null, longitude: number | null): string | null =>
  latitude === null || longitude === null ? null : describePlace(latitude, longitude)

/**
 * A position in words, `3 km NE of Whitefield, Bengaluru Urban, Karnataka`: how far it is from the nearest locality, in
 * which direction one goes from there, district and state. Null when no locality is within 100 km.
 */
export function describePlace(latitude: number, longitude: number): string | null {
  return describe(latitude, longitude, ({ name, district, state }) =>
    [...new Set([name, district, state])].filter(Boolean).join(', '),
  )
}

/** The same without district and state, for an SMS: `3 km NE of Whitefield`. */
export const describePlaceShortly = (latitude: number | null, longitude: number | null): string | null =>
  latitude === null || longitude === null ? null : describe(latitude, longitude, ({ name }) => name)

function describe(latitude: number, longitude: number, nameOf: (locality: Locality) => string): string | null {
  const found = gazetteer().nearest(latitude, longitude)
  if (!found) return null
  const { locality, distance_km } = found
  if (distance_km < AT_KM) return nameOf(locality)
  return `${inWords(distance_km)} ${direction(locality, latitude, longitude)} of ${nameOf(locality)}`
}

const inWords = (km: number): string => (km < 0.95 ? `${Math.round(km * 10) * 100} m` : `${Math.round(km)} km`)

/** Where the position lies seen from the locality. A degree of longitude is shorter than one of latitude. */
function direction(from: { latitude: number; longitude: number }, latitude: number, longitude: number): string {
  const north = latitude - from.latitude
  const east = (longitude - from.longitude) * Math.cos(latitude * RADIANS)
  const eighth = Math.round(Math.atan2(east, north) / (Math.PI / 4))
  return DIRECTIONS[(eighth + 8) % 8]!
}
