/**
 * `npm run map:fetch -- FILE|URL [--name india.pmtiles]`: checks an extract of streets and puts it where MAP_PMTILES finds
 * it, in the folder of files or the bucket. What is no good is one sentence and exit code 1, and nothing is replaced.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import { bytesToHeader, TileType } from 'pmtiles'

const HEADER_BYTES = 127
/** Below this zoom the Protomaps basemap has no streets of a town. */
const STREETS_ZOOM = 12
/** South west and north east of what the office's maps show, in degrees. */
const INDIA = { west: 68, south: 6, east: 98, north: 38 }

let download: string | null = null
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } })
  const [source] = positionals
  if (!source) throw new Error('Name the extract: npm run map:fetch -- FILE|URL')
  const web = /^https?:$/.test(URL.parse(source)?.protocol ?? '')
  const file = web ? await fetched(source) : source
  const name = values.name ?? path.posix.basename(web ? new URL(source).pathname : source)
  if (!/^[a-z0-9][a-z0-9-]*\.pmtiles$/.test(name))
    throw new Error(`${name} is no name for it: choose one in small letters with --name india.pmtiles.`)
  const words = checked(file)
  const config = readConfig({
    // Files alone are written: neither is used.
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: 'postgres://localhost/none',
    ...process.env,
    MAP_PMTILES: name,
  })
  await createStorage(config).putFile(`maps/${name}`, file, 'application/octet-stream')
  console.log(`${name}: ${words}. Now set MAP_PMTILES=${name} and start the servers again.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  if (download) fs.rmSync(download, { recursive: true })
}

async function fetched(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok || !answer.body) throw new Error(`${address} was answered with ${answer.status}: check the address.`)
  download = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-map-'))
  const file = path.join(download, 'extract')
  await pipeline(Readable.fromWeb(answer.body), fs.createWriteStream(file))
  return file
}

/** What is in the archive, in words. Throws what is wrong with it and what to do. */
function checked(file: string): string {
  if (!fs.existsSync(file)) throw new Error(`There is no file ${file}.`)
  const { size } = fs.statSync(file)
  const first = Buffer.alloc(HEADER_BYTES)
  const opened = fs.openSync(file, 'r')
  fs.readSync(opened, first, 0, HEADER_BYTES, 0)
  fs.closeSync(opened)
  if (first.toString('latin1', 0, 8) !== 'PMTiles\x03')
    throw new Error('This is not a PMTiles archive of version 3: make one with pmtiles extract (docs/stores.md).')
  const { tileType, minZoom, maxZoom, tileDataOffset, tileDataLength, ...edges } = bytesToHeader(
    first.buffer.slice(first.byteOffset, first.byteOffset + HEADER_BYTES),
  )
  const needed = tileDataOffset + (tileDataLength ?? 0)
  if (size < needed) throw new Error(`The file has ${bytes(size)} of ${bytes(needed)}: it is cut off, fetch it again.`)
  if (tileType !== TileType.Mvt) throw new Error('Its tiles are pictures: the map draws vector tiles (docs/stores.md).')
  if (maxZoom < STREETS_ZOOM)
    throw new Error(`It ends at zoom ${maxZoom} and has no streets: extract it with --maxzoom=14.`)
  const { minLon, minLat, maxLon, maxLat } = edges
  const words = `${minLon} to ${maxLon} E, ${minLat} to ${maxLat} N`
  if (minLon > INDIA.east || maxLon < INDIA.west || minLat > INDIA.north || maxLat < INDIA.south)
    throw new Error(`It covers ${words}, which is not India: extract it with --bbox=68,6,98,38.`)
  return `${bytes(size)}, zoom ${minZoom} to ${maxZoom}, ${words}`
}

function bytes(count: number): string {
  const [unit, name] = count < 1e6 ? [1e3, 'kB'] : count < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${(count / unit).toFixed(1)} ${name}`
}
