export interface Point {
  latitude: number
  longitude: number
}

const RADIUS_METRES = 6371000

/** Metres between two points, as the crow flies; good to a per mille over a city. */
export function metresBetween(a: Point, b: Point): number {
  const rad = Math.PI / 180
  const x = (b.longitude - a.longitude) * rad * Math.cos(((a.latitude + b.latitude) / 2) * rad)
  const y = (b.latitude - a.latitude) * rad
  return Math.sqrt(x * x + y * y) * RADIUS_METRES
}
