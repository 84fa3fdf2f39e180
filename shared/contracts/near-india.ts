/**
 * India with its waters and about 50 km around, as latitude and longitude: drawn generously by hand, shown nowhere and no
 * boundary. Clockwise from the mouth of the Indus.
 */
const AROUND_INDIA: readonly (readonly [number, number])[] = [
  [24.1, 67.4],
  [24.8, 68.4],
  [25, 69.4],
  [25.6, 69.3],
  [26.6, 68.7],
  [27.7, 69.2],
  [28.5, 70.4],
  [28.7, 71.5],
  [29.4, 72.3],
  [30.3, 73],
  [31.4, 73.8],
  [32.3, 73.4],
  [33, 72.9],
  [35, 72.6],
  [36, 71.9],
  [37, 72.2],
  [37.7, 74],
  [37.7, 76.3],
  [36.6, 78.8],
  [36.2, 80.6],
  [35.4, 81.2],
  [34, 80.8],
  [33, 80.2],
  [32.2, 79.9],
  [31.7, 80.2],
  [31, 81.3],
  [30.2, 81.7],
  [29.6, 81.1],
  [28.7, 81.8],
  [28.2, 83.2],
  [27.9, 84.5],
  [27.4, 85.6],
  [27.1, 87.2],
  [28, 87.6],
  [28.6, 88.3],
  [28.6, 89.2],
  [28.4, 91.2],
  [28.9, 92.5],
  [29.5, 93.8],
  [30, 95.3],
  [29.9, 96.6],
  [29, 97.7],
  [28, 98.1],
  [26.7, 97.7],
  [25.8, 96],
  [24, 95.3],
  [23.4, 94.6],
  [22.4, 93.9],
  [21.4, 93.2],
  [21.8, 91.9],
  [21.2, 90],
  [19, 90],
  [15.4, 92.6],
  [14.6, 94.8],
  [10.5, 96.2],
  [7.6, 96.2],
  [5.8, 94.7],
  [4.4, 91.5],
  [9, 87],
  [10.2, 83],
  [9.9, 80.9],
  [8.6, 79.7],
  [4.3, 78.3],
  [4.3, 76.3],
  [7.3, 74],
  [7.2, 69],
  [14, 67.8],
  [19, 64.5],
  [22.8, 63.8],
]

/** Metres. A phone that knows its place no better knows none: a country's middle, or the address of its provider. */
const WORST_ACCURACY = 50_000

/** Whether a place is in India, in its waters or within about 50 km of them; false for what is no number. */
export function isNearIndia(latitude: number, longitude: number): boolean {
  let inside = false
  let [from_north, from_east] = AROUND_INDIA.at(-1)!
  for (const [north, east] of AROUND_INDIA) {
    // A line to the north pole crosses the side that lies on both sides of its longitude, above the place.
    const crosses = east > longitude !== from_east > longitude
    const at = ((from_north - north) * (longitude - east)) / (from_east - east) + north
    if (crosses && latitude < at) inside = !inside
    ;[from_north, from_east] = [north, east]
  }
  return inside
}

export interface Reported {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  /** Metres. */
  accuracy?: number | null | undefined
}

/** Whether help can be sent to a place that a phone reports: it is near India and known to 50 km. */
export const isUsablePlace = ({ latitude, longitude, accuracy }: Reported): boolean =>
  latitude != null && longitude != null && (accuracy ?? 0) <= WORST_ACCURACY && isNearIndia(latitude, longitude)
