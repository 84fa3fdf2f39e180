import { gazetteer } from './gazetteer.ts'

interface Point {
  latitude: number
  longitude: number
}

export interface TownAround extends Point {
  name: string
}

/** A picture shows this many times this many names at most. */
const CELLS = 6
/** Degrees around the points. */
const ROOM = 0.1

/** Towns for a small picture of these points: spread over it, the better known first. */
export function townsAround(points: readonly Point[]): TownAround[] {
  if (points.length === 0) return []
  const [south, north] = ends(points.map(({ latitude }) => latitude))
  const [west, east] = ends(points.map(({ longitude }) => longitude))
  const cells = new Map<string, TownAround>()
  for (const { name, latitude, longitude } of gazetteer().townsWithin(west, south, east, north)) {
    const column = Math.floor(((longitude - west) / (east - west)) * CELLS)
    const row = Math.floor(((latitude - south) / (north - south)) * CELLS)
    const cell = `${column} ${row}`
    if (!cells.has(cell)) cells.set(cell, { name, latitude, longitude })
  }
  return [...cells.values()]
}

function ends(degrees: readonly number[]): [least: number, most: number] {
  const [least, most] = [Math.min(...degrees), Math.max(...degrees)]
  const room = Math.max(ROOM, (most - least) / 2)
  return [least - room, most + room]
}
