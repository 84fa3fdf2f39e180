import { expect, test } from 'vitest'
import {
  fit,
  gridStep,
  kilometresPerPixel,
  panned,
  type Place,
  scaleBar,
  toPixels,
  toPlace,
  toSpot,
  worldPixels,
  zoomed,
} from '../../web/src/components/map/mercator.ts'
import { tilesOf } from '../../web/src/components/map/tiles-of.ts'
import { placeLabels } from '../../web/src/components/map/place-labels.ts'

const SIZE = { width: 800, height: 500 }
const CITY: Place[] = [
  { latitude: 13.03, longitude: 77.54 },
  { latitude: 12.84, longitude: 77.66 },
]

/** Distance on a sphere of the size Web Mercator takes, in kilometres. */
function haversine(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [up, along] = [radians(b.latitude - a.latitude) / 2, radians(b.longitude - a.longitude) / 2]
  const h = Math.sin(up) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(along) ** 2
  return 2 * 6378.137 * Math.asin(Math.sqrt(h))
}

test('known places stand where EPSG:3857 puts them', () => {
  expect(toSpot({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 })
  // The tile of zoom level 15 that the usual formula of slippy maps gives for the middle of Bengaluru.
  const { x, y } = toSpot({ latitude: 12.9716, longitude: 77.5946 })
  expect([Math.floor(x * 2 ** 15), Math.floor(y * 2 ** 15)]).toEqual([23446, 15193])
  for (const place of CITY) {
    expect(toPlace(toSpot(place)).latitude).toBeCloseTo(place.latitude, 9)
    expect(toPlace(toSpot(place)).longitude).toBeCloseTo(place.longitude, 9)
  }
})

test('fitting shows all places with room around, one place at a readable zoom, and India without any', () => {
  const view = fit(CITY, SIZE)
  for (const { x, y } of CITY.map((place) => toPixels(toSpot(place), view, SIZE))) {
    expect(x).toBeGreaterThan(60)
    expect(x).toBeLessThan(SIZE.width - 60)
    expect(y).toBeGreaterThan(60)
    expect(y).toBeLessThan(SIZE.height - 60)
  }
  expect(fit([CITY[0]!], SIZE)).toEqual({ center: toSpot(CITY[0]!), zoom: 14 })
  expect(fit([CITY[0]!, CITY[0]!], SIZE).zoom).toBe(14)
  const { latitude, longitude } = toPlace(fit([], SIZE).center)
  expect([Math.round(latitude), Math.round(longitude)]).toEqual([22, 83])
})

test('the scale bar is true: as many pixels as the distance on the ground', () => {
  const view = fit(CITY, SIZE)
  const { km, pixels } = scaleBar(view, 120)
  expect(pixels).toBeLessThanOrEqual(120)
  expect(pixels).toBeGreaterThan(40)
  expect([0.1, 0.2, 0.5, 1, 2, 5, 10]).toContain(km)
  const world = worldPixels(view.zoom)
  const from = toPlace({ x: view.center.x - pixels / 2 / world, y: view.center.y })
  const to = toPlace({ x: view.center.x + pixels / 2 / world, y: view.center.y })
  expect(haversine(from, to)).toBeCloseTo(km, 2)
  expect(kilometresPerPixel({ center: { x: 0.5, y: 0.5 }, zoom: 0 })).toBeCloseTo(156.543, 3)
})

test('zooming keeps what is under the pointer, panning moves by pixels, and both end at the edge of the world', () => {
  const view = fit(CITY, SIZE)
  const at = { x: 640, y: 90 }
  const under = (some: typeof view) => {
    const world = worldPixels(some.zoom)
    return { x: some.center.x + (at.x - 400) / world, y: some.center.y + (at.y - 250) / world }
  }
  const near = zoomed(view, SIZE, 1.5, at)
  expect(near.zoom).toBeCloseTo(view.zoom + 1.5)
  expect(under(near).x).toBeCloseTo(under(view).x, 10)
  expect(under(near).y).toBeCloseTo(under(view).y, 10)
  const spot = toSpot(CITY[0]!)
  const before = toPixels(spot, view, SIZE)
  const after = toPixels(spot, panned(view, { x: 30, y: -20 }), SIZE)
  expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([30, -20])
  expect(zoomed(view, SIZE, 99).zoom).toBe(18)
  expect(zoomed(view, SIZE, -99).zoom).toBe(3)
  expect(panned(view, { x: 1e12, y: 1e12 }).center).toEqual({ x: 0, y: 0 })
})

test('lines of the grid are never closer than asked', () => {
  for (const zoom of [3, 7.3, 11, 14.8, 18]) {
    const apart = (gridStep({ center: { x: 0.5, y: 0.5 }, zoom }, 110) * worldPixels(zoom)) / 360
    expect(apart).toBeGreaterThanOrEqual(110)
  }
})

test('labels cover neither another label nor another point and are not cut off', () => {
  const point = (id: string, x: number, y: number) => ({ id, label: 'KA01AB1234', at: { x, y } })
  const sides = placeLabels(
    [
      point('free', 100, 100),
      point('edge', 780, 100),
      point('neighbour', 130, 300),
      point('crowded', 100, 300),
      point('same', 100, 104),
      point('third', 102, 98),
      point('outside', 900, 100),
    ],
    SIZE,
  )
  expect(Object.fromEntries(sides)).toEqual({
    free: 'right',
    edge: 'left',
    neighbour: 'right',
    crowded: 'left',
    same: 'left',
  })
})

test('tiles cover the whole map without gaps at every zoom, and lie where their numbers say', () => {
  for (const zoom of [3, 7.4, 11.49, 14, 17.8]) {
    const view = { center: toSpot(CITY[0]!), zoom }
    const { tiles, pixels } = tilesOf(view, SIZE)
    const corners = tiles.map(({ spot }) => toPixels(spot, view, SIZE))
    const world = worldPixels(zoom)
    const edges = {
      left: Math.max(0, SIZE.width / 2 - view.center.x * world),
      right: Math.min(SIZE.width, SIZE.width / 2 + (1 - view.center.x) * world),
    }
    expect(Math.min(...corners.map(({ x }) => x))).toBeLessThanOrEqual(edges.left + 1e-6)
    expect(Math.max(...corners.map(({ x }) => x)) + pixels).toBeGreaterThanOrEqual(edges.right - 1e-6)
    expect(new Set(tiles.map(({ x, y }) => `${x}/${y}`)).size).toBe(tiles.length)
    expect(tiles.length).toBeLessThan(64)
    for (const { x, y, zoom: level } of tiles) {
      expect(Number.isInteger(level)).toBe(true)
      expect([x >= 0, y >= 0, x < 2 ** level, y < 2 ** level]).toEqual([true, true, true, true])
    }
    // Drawn between 0.7 and 1.42 of its 256 pixels: never blurred by more.
    if (zoom < 18) expect(pixels / 256).toSatisfy((scale: number) => scale > 0.7 && scale < 1.42)
  }
  const { tiles } = tilesOf(
    { center: toSpot({ latitude: 12.9716, longitude: 77.5946 }), zoom: 14 },
    { width: 2, height: 2 },
  )
  expect(tiles).toMatchObject([{ zoom: 14, x: 11723, y: 7596 }])
})
