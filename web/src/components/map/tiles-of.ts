import { type Size, type Spot, type View, worldPixels } from './mercator.ts'

export interface Tile {
  zoom: number
  x: number
  y: number
  /** Its upper left corner. */
  spot: Spot
}

/** What servers of tiles have at least. */
const DEEPEST = 18

/** The tiles that cover a map, and how large one is drawn: the zoom of tiles is whole, the map's is not. */
export function tilesOf(view: View, size: Size): { tiles: Tile[]; pixels: number } {
  const zoom = Math.min(DEEPEST, Math.round(view.zoom))
  const across = 2 ** zoom
  const world = worldPixels(view.zoom)
  const pixels = world / across
  const range = (middle: number, length: number) => {
    const first = Math.max(0, Math.floor((middle * world - length / 2) / pixels))
    const last = Math.min(across - 1, Math.floor((middle * world + length / 2) / pixels))
    return Array.from({ length: last - first + 1 }, (_each, place) => first + place)
  }
  const columns = range(view.center.x, size.width)
  const tiles = range(view.center.y, size.height).flatMap((y) =>
    columns.map((x) => ({ zoom, x, y, spot: { x: x / across, y: y / across } })),
  )
  return { tiles, pixels }
}
