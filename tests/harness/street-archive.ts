import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { packTiles } from '../../scripts/pack-tiles.ts'

const LEVEL = 10
/** West, south, east, north: Bengaluru. */
const BOUNDS = [77.4, 12.8, 77.8, 13.2] as const

type Line = [longitude: number, latitude: number][]

/** An archive as people make it of OpenStreetMap: ground, one highway and one boundary through Bengaluru. */
export function streetArchive(): Buffer {
  const [west, south, east, north] = BOUNDS
  const around: Line = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const layers = {
    earth: sliced({ type: 'Polygon', coordinates: [around] }, { kind: 'earth' }),
    roads: sliced({ type: 'LineString', coordinates: [...line(12.9716)] }, { kind: 'highway' }),
    boundaries: sliced({ type: 'LineString', coordinates: [...line(12.975)] }, { kind: 'country', kind_detail: 2 }),
  }
  const tiles = range(BOUNDS[0], BOUNDS[2], column).flatMap((x) =>
    range(BOUNDS[3], BOUNDS[1], row).flatMap((y) => {
      const cut = Object.entries(layers).flatMap(([name, index]) => {
        const tile = index.getTile(LEVEL, x, y)
        return tile ? [[name, tile]] : []
      })
      const named = Object.fromEntries(cut) as Parameters<typeof fromGeojsonVt>[0]
      return cut.length > 0 ? [{ z: LEVEL, x, y, content: fromGeojsonVt(named, { version: 2, extent: 4096 }) }] : []
    }),
  )
  return packTiles(tiles, BOUNDS)
}

const line = (latitude: number): Line => [
  [BOUNDS[0], latitude],
  [BOUNDS[2], latitude],
]

const sliced = (geometry: GeoJSON.Geometry, properties: Record<string, unknown>) =>
  new GeoJSONVT({ type: 'Feature', properties, geometry }, { maxZoom: LEVEL })

const column = (longitude: number): number => Math.floor(((longitude + 180) / 360) * 2 ** LEVEL)
const row = (latitude: number): number =>
  Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** LEVEL)

const range = (from: number, to: number, tileOf: (degrees: number) => number): number[] =>
  Array.from({ length: tileOf(to) - tileOf(from) + 1 }, (_each, place) => tileOf(from) + place)
