import { zxyToTileId } from 'pmtiles'

export interface PackedTile {
  z: number
  x: number
  y: number
  /** A Mapbox vector tile, not compressed. */
  content: Uint8Array
}

const HEADER_BYTES = 127
/** Readers ask for this much first: header and root directory must fit. */
const FIRST_READ_BYTES = 16_384
const NONE = 1
const VECTOR_TILES = 1

/**
 * One archive of vector tiles in the format PMTiles, version 3 (github.com/protomaps/PMTiles, spec/v3). For few tiles: it
 * knows only a root directory. Throws when there are too many.
 */
export function packTiles(tiles: readonly PackedTile[], bounds: readonly [number, number, number, number]): Buffer {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .toSorted((a, b) => a.id - b.id)
  const directory = Buffer.from([
    ...varint(sorted.length),
    ...sorted.flatMap(({ id }, place) => varint(id - (sorted[place - 1]?.id ?? 0))),
    ...sorted.flatMap(() => varint(1)),
    ...sorted.flatMap(({ content }) => varint(content.length)),
    // The first lies at 0 (written plus one), each other behind the one before it (written as 0).
    ...sorted.flatMap((_tile, place) => varint(place === 0 ? 1 : 0)),
  ])
  if (HEADER_BYTES + directory.length > FIRST_READ_BYTES) throw new Error('Too many tiles for one directory.')
  const metadata = Buffer.from('{}')
  const data = Buffer.concat(sorted.map(({ content }) => content))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  const behind = HEADER_BYTES + directory.length
  const numbers = [
    // Where each part begins, and its length: root directory, metadata, no leaf directories, tiles.
    HEADER_BYTES,
    directory.length,
    behind,
    metadata.length,
    behind + metadata.length,
    0,
    behind + metadata.length,
    data.length,
    // Tiles that can be asked for, entries, different contents.
    sorted.length,
    sorted.length,
    sorted.length,
  ]
  for (const [place, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * place)
  const zooms = sorted.map(({ z }) => z)
  header.set([1, NONE, NONE, VECTOR_TILES, Math.min(...zooms), Math.max(...zooms)], 96)
  const [west, south, east, north] = bounds
  for (const [place, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * place)
  header[118] = Math.min(...zooms)
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return Buffer.concat([header, directory, metadata, data])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}
