import type { Point } from './metres-between.ts'

export interface Town extends Point {
  name: string
}

export interface PictureParts {
  place: Point | null
  car: Point | null
  hospital: Point | null
  /** Where the car goes: one of the other two. */
  target: Point | null
  towns: readonly Town[]
  /** What it shows, in words. */
  label: string
}

const [WIDTH, HEIGHT, EDGE] = [320, 180, 34] as const
/** Degrees that are shown at least: about 3 km. */
const LEAST = 0.03
const DEGREE_KM = 111.2
const SCALE_PIXELS = 80

interface Spot {
  x: number
  y: number
}

/** An element of the picture: the server writes it as markup, the page's script makes it an element. */
export interface Shape {
  tag: string
  attributes: Record<string, string | number>
  inside?: readonly Shape[] | string
}

/**
 * Scene, ambulance and hospital in their true directions and distances, north up, with towns' names and a scale: an SVG
 * of one or two KB that needs no map and no other server. Null when no position is known. Letters are about six pixels
 * wide.
 */
export function drawPicture({ place, car, hospital, target, towns, label }: PictureParts): Shape | null {
  const points = [place, car, hospital].filter((point) => point) as Point[]
  if (!points.length) return null
  const narrow = Math.cos((points[0]!.latitude * Math.PI) / 180)
  const [east, west] = ends(points.map(({ longitude }) => longitude * narrow))
  const [north, south] = ends(points.map(({ latitude }) => latitude))
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(east - west, LEAST),
    (HEIGHT - 2 * EDGE) / Math.max(north - south, LEAST),
  )
  const spot = ({ latitude, longitude }: Point): Spot => ({
    x: Math.round(WIDTH / 2 + (longitude * narrow - (east + west) / 2) * scale),
    y: Math.round(HEIGHT / 2 - (latitude - (north + south) / 2) * scale),
  })
  // Over the scale nothing is written either.
  const taken = points.map(spot).concat({ x: 40, y: HEIGHT - 12 })
  const names: Shape[] = []
  towns.forEach((town) => {
    const { x, y } = spot(town)
    const end = x + 8 + town.name.length * 6
    const inside = x > 4 && end < WIDTH - 4 && y > 12 && y < HEIGHT - 4
    if (!inside || taken.some((other) => Math.abs(other.y - y) < 18 && other.x + 18 > x && other.x - 18 < end)) return
    for (let along = x; along < end; along += 30) taken.push({ x: along, y })
    names.push(
      { tag: 'circle', attributes: { cx: x, cy: y, r: 2 } },
      { tag: 'text', attributes: { x: x + 5, y: y + 4 }, inside: town.name },
    )
  })
  const marks = [
    car && target && way(spot(car), spot(target)),
    hospital && mark(spot(hospital), box(18), 'hospital', 'M-4-5v10M4-5v10M-4 0h8'),
    place && { tag: 'circle', attributes: { cx: spot(place).x, cy: spot(place).y, r: 9, class: 'place' } },
    car && mark(spot(car), box(28), 'car', 'M-4-5l5 5-5 5M1-5l5 5-5 5'),
  ].filter((shape) => shape) as Shape[]
  return {
    tag: 'svg',
    attributes: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
    inside: [{ tag: 'g', attributes: { class: 'towns' }, inside: names }, ...marks, scaleBar(scale)],
  }
}

const ends = (degrees: number[]): [most: number, least: number] => [Math.max(...degrees), Math.min(...degrees)]

const path = (d: string, name: string): Shape => ({ tag: 'path', attributes: { d, class: name } })

const way = (from: Spot, to: Spot): Shape => path(`M${from.x} ${from.y}L${to.x} ${to.y}`, 'way')

const box = (width: number) => ({ x: -width / 2, y: -9, width, height: 18, rx: 4 })

const mark = ({ x, y }: Spot, rect: Record<string, number>, name: string, sign: string): Shape => ({
  tag: 'g',
  attributes: { transform: `translate(${x} ${y})` },
  inside: [{ tag: 'rect', attributes: { ...rect, class: name } }, path(sign, 'mark')],
})

/** The longest round distance (1, 2 or 5 times a power of ten) that fits. */
function scaleBar(pixels_per_degree: number): Shape {
  const longest = (SCALE_PIXELS / pixels_per_degree) * DEGREE_KM
  const power = Math.pow(10, Math.floor(Math.log(longest) / Math.LN10))
  const km = power * (longest >= 5 * power ? 5 : longest >= 2 * power ? 2 : 1)
  const pixels = Math.round((km / DEGREE_KM) * pixels_per_degree)
  const words = km < 1 ? `${Math.round(km * 1000)} m` : `${km} km`
  return {
    tag: 'g',
    attributes: { class: 'scale' },
    inside: [
      path(`M8 ${HEIGHT - 12}v4h${pixels}v-4`, 'bar'),
      { tag: 'text', attributes: { x: 12, y: HEIGHT - 13 }, inside: words },
    ],
  }
}
