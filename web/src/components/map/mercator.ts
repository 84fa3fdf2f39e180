/** A place on the globe in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** A place in Web Mercator: x from west to east, y from north to south, the whole world from 0 to 1. */
export interface Spot {
  x: number
  y: number
}

/** What a map looks at: its middle, and how large the world is drawn (`TILE * 2 ** zoom` pixels). */
export interface View {
  center: Spot
  zoom: number
}

export interface Size {
  width: number
  height: number
}

const TILE = 256
const EARTH_KM = 40_075.016_686
/** Beyond these latitudes Web Mercator has no square world any more. */
const LAST_LATITUDE = 85.051_128
export const ZOOM = { least: 3, most: 18, one_place: 14 } as const
const INDIA: Place[] = [
  { latitude: 8, longitude: 68.5 },
  { latitude: 35.5, longitude: 97 },
]

export const worldPixels = (zoom: number): number => TILE * 2 ** zoom

/** Spherical Web Mercator (EPSG:3857), scaled to 0..1. */
export function toSpot({ latitude, longitude }: Place): Spot {
  const phi = (Math.min(LAST_LATITUDE, Math.max(-LAST_LATITUDE, latitude)) * Math.PI) / 180
  return { x: (longitude + 180) / 360, y: (1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2 }
}

export const toPlace = ({ x, y }: Spot): Place => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  longitude: x * 360 - 180,
})

/** Pixels from the upper left corner of a map of this size. */
export function toPixels(spot: Spot, { center, zoom }: View, { width, height }: Size): Spot {
  const world = worldPixels(zoom)
  return { x: (spot.x - center.x) * world + width / 2, y: (spot.y - center.y) * world + height / 2 }
}

/** The view that shows all places with `padding` pixels around; India when there is none. */
export function fit(places: readonly Place[], { width, height }: Size, padding = 68): View {
  const spots = (places.length > 0 ? places : INDIA).map(toSpot)
  const [west, east] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))]
  const [north, south] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))]
  const across = Math.max(1, width - 2 * padding) / (TILE * Math.max(east - west, Number.EPSILON))
  const down = Math.max(1, height - 2 * padding) / (TILE * Math.max(south - north, Number.EPSILON))
  const zoom = Math.log2(Math.min(across, down))
  return { center: { x: (west + east) / 2, y: (north + south) / 2 }, zoom: limited(zoom, ZOOM.one_place) }
}

const limited = (zoom: number, most: number): number => Math.min(most, Math.max(ZOOM.least, zoom))

/** Zooms by `levels` and keeps the spot under `at` (pixels) where it is; without it the middle. */
export function zoomed(view: View, size: Size, levels: number, at?: Spot): View {
  const zoom = limited(view.zoom + levels, ZOOM.most)
  const point = at ?? { x: size.width / 2, y: size.height / 2 }
  const [before, after] = [worldPixels(view.zoom), worldPixels(zoom)]
  const shift = { x: point.x - size.width / 2, y: point.y - size.height / 2 }
  return {
    zoom,
    center: inWorld({
      x: view.center.x + shift.x / before - shift.x / after,
      y: view.center.y + shift.y / before - shift.y / after,
    }),
  }
}

/** Moves the picture by pixels: to the right shows what is further west. */
export function panned(view: View, by: Spot): View {
  const world = worldPixels(view.zoom)
  return { ...view, center: inWorld({ x: view.center.x - by.x / world, y: view.center.y - by.y / world }) }
}

const inWorld = ({ x, y }: Spot): Spot => ({ x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) })

/** Kilometres that one pixel covers in the middle of the view. */
export const kilometresPerPixel = ({ center, zoom }: View): number =>
  (EARTH_KM * Math.cos((toPlace(center).latitude * Math.PI) / 180)) / worldPixels(zoom)

/** The longest round distance (1, 2 or 5 times a power of ten) that fits into `most` pixels. */
export function scaleBar(view: View, most: number): { km: number; pixels: number } {
  const per_pixel = kilometresPerPixel(view)
  const longest = per_pixel * most
  const power = 10 ** Math.floor(Math.log10(longest))
  const km = power * ([5, 2, 1].find((step) => step * power <= longest) ?? 1)
  return { km, pixels: km / per_pixel }
}

const GRID_STEPS = [20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]

/** Degrees between two lines of the grid, at least `apart` pixels from each other. */
export function gridStep({ zoom }: View, apart: number): number {
  const degree = worldPixels(zoom) / 360
  return GRID_STEPS.findLast((step) => step * degree >= apart) ?? GRID_STEPS[0]!
}
