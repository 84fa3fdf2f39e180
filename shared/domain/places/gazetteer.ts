import fs from 'node:fs'
import path from 'node:path'
import { around, distance as kilometres } from 'geokdbush'
import KDBush from 'kdbush'

/** A town, village or part of a town, with the position of its middle or of its post office. */
export interface Locality {
  name: string
  district: string
  state: string
  /** The PIN code of its post office; null where the name comes from GeoNames. */
  pin: string | null
  latitude: number
  longitude: number
}

export interface Nearest {
  locality: Locality
  distance_km: number
}

export interface Gazetteer {
  /**
   * The locality to name a position by: the nearest town, unless a village is less than half as far. Null when none is
   * within 100 km. Takes microseconds.
   */
  nearest(latitude: number, longitude: number): Nearest | null
  /** Towns between these degrees, those of GeoNames first. */
  townsWithin(west: number, south: number, east: number, north: number): Locality[]
  /** Localities whose PIN code begins so, at most `most`. */
  withPin(digits: string, most: number): Locality[]
  /**
   * Localities of a PIN code, or by name, at most `most`: the same name, then names that begin so, then names with the
   * text inside; towns first. What stands behind a comma names district or state; three such names count.
   */
  search(text: string, most: number): Locality[]
}

/** The file that `scripts/build-gazetteer.ts` writes. */
export const GAZETTEER_FILE = path.join(import.meta.dirname, '../../dist/gazetteer.json')

/** Farther from every locality than this is at sea or abroad. */
const FARTHEST_KM = 100
/** People know towns: a village names a place only when it is so many times nearer. */
export const VILLAGE_FACTOR = 2

/** Names behind commas that a search looks at: district and state, and one more. */
const MOST_WITHIN = 3

/** Localities in columns: a tenth of the size of objects, and read in a tenth of the time. */
export interface GazetteerFile {
  /** How many of the localities are towns; they stand first. */
  towns: number
  /** District and state, and the name the state had before, if people still say it. */
  districts: [district: string, state: string, state_before?: string][]
  names: string[]
  /** Index into `districts`. */
  district: number[]
  /** 0 where there is no PIN code. */
  pins: number[]
  latitudes: number[]
  longitudes: number[]
  /** Other names of towns, with the index of the town. */
  others: [name: string, at: number][]
}

let opened: Gazetteer | undefined

/** The gazetteer of this installation, read once per process (about 0.15 s). Throws when it was not built. */
export function gazetteer(): Gazetteer {
  if (opened) return opened
  if (!fs.existsSync(GAZETTEER_FILE)) throw new Error('The gazetteer is missing. Run: npm run build')
  return (opened = openGazetteer(JSON.parse(fs.readFileSync(GAZETTEER_FILE, 'utf8')) as GazetteerFile))
}

/** A gazetteer over these columns. */
function openGazetteer(file: GazetteerFile): Gazetteer {
  const { districts, names, district, pins, latitudes, longitudes, others } = file
  const townIndex = indexOf(0, file.towns)
  const villageIndex = indexOf(file.towns, names.length)
  const regions = districts.map((names) => names.filter(Boolean).join(' ').toLowerCase())
  /** Every name in small letters, other names of towns first, with the index of its locality. */
  let named: [name: string, at: number][] | undefined

  /** The localities from `from` up to `to` by position. */
  function indexOf(from: number, to: number): KDBush {
    const index = new KDBush(to - from)
    for (let at = from; at < to; at += 1) index.add(longitudes[at]!, latitudes[at]!)
    return index.finish()
  }

  function nearestOf(index: KDBush, offset: number, latitude: number, longitude: number): Nearest | null {
    const [found] = around(index, longitude, latitude, 1, FARTHEST_KM)
    if (found === undefined) return null
    const at = found + offset
    const distance_km = kilometres(longitude, latitude, longitudes[at]!, latitudes[at]!)
    return { locality: locality(at), distance_km }
  }

  /** Whether district or state of a locality have each of these parts. */
  function liesIn(at: number, parts: readonly string[]): boolean {
    return parts.every((part) => regions[district[at]!]!.includes(part))
  }

  function locality(at: number): Locality {
    const [name, state] = districts[district[at]!]!
    return {
      name: names[at]!,
      district: name,
      state,
      pin: pins[at] ? String(pins[at]) : null,
      latitude: latitudes[at]!,
      longitude: longitudes[at]!,
    }
  }

  function withPin(digits: string, most: number): Locality[] {
    const size = 10 ** (6 - digits.length)
    const from = Number(digits) * size
    const found: number[] = []
    for (let at = 0; at < pins.length && found.length < most; at += 1) {
      if (pins[at]! >= from && pins[at]! < from + size) found.push(at)
    }
    return found.map(locality)
  }

  return {
    withPin,
    nearest(latitude, longitude) {
      const town = nearestOf(townIndex, 0, latitude, longitude)
      const village = nearestOf(villageIndex, file.towns, latitude, longitude)
      if (!village || (town && town.distance_km <= VILLAGE_FACTOR * village.distance_km)) return town
      return village
    },
    townsWithin(west, south, east, north) {
      return townIndex
        .range(west, south, east, north)
        .toSorted((a, b) => a - b)
        .map(locality)
    },
    search(text, most) {
      const [term = '', ...parts] = text
        .toLowerCase()
        .split(',')
        .map((part) => part.trim())
      const within = [...new Set(parts)].slice(0, MOST_WITHIN)
      if (term === '') return []
      const pin = /^([1-9]\d{2})\s?(\d{3})$/.exec(term)
      if (pin) return withPin(pin[1]! + pin[2]!, most)
      named ??= [...others, ...names.map((name, at) => [name, at] as const)].map(([name, at]) => [
        name.toLowerCase(),
        at,
      ])
      // The same name, names that begin so, names with it inside; in each the largest towns come first, as in the file.
      const ranks: number[][] = [[], [], []]
      for (const [name, at] of named) {
        const where = name.indexOf(term)
        if (where < 0 || !liesIn(at, within)) continue
        ranks[where > 0 ? 2 : name === term ? 0 : 1]!.push(at)
      }
      return [...new Set(ranks.flatMap((rank) => rank.toSorted((a, b) => a - b)))].slice(0, most).map(locality)
    },
  }
}
