import { text } from 'node:stream/consumers'
import { type Config, ConfigError } from '@tvarit/shared/platform/settings/config'
import { MissingFile } from '@tvarit/shared/platform/storage/file-store'
import type { Storage } from '@tvarit/shared/platform/storage/create-storage'
import express, { type Router } from 'express'
import type { ProcessCtx } from '../context/request-context.ts'
import { sendFile } from './send-file.ts'

type Settings = Pick<Config, 'MAP_PMTILES'>

/** A map reads a directory or a tile at a time, far less than this. */
const MOST_BYTES = 4 * 1024 * 1024

/** Its name and the version of its format. */
const MAGIC = 'PMTiles\x03'
const FIRST = { start: 0, end: MAGIC.length - 1 }

/** The archive's name when it lies in our file store; null when it is elsewhere, or there is none. */
const ownArchive = ({ MAP_PMTILES }: Settings): string | null =>
  MAP_PMTILES && !URL.canParse(MAP_PMTILES) ? MAP_PMTILES : null

/** Where a browser finds the archive of streets; null without one. */
export function tileArchiveUrl(settings: Settings): string | null {
  const own = ownArchive(settings)
  return own ? `/map/${own}` : (settings.MAP_PMTILES ?? null)
}

/**
 * The size of our archive of streets; 0 when there is none to serve. Throws ConfigError when it is not a good one. A
 * deployment asks before anything runs. A server does not: it starts without its files.
 */
export async function checkMapFile(settings: Settings, storage: Storage): Promise<number> {
  const own = ownArchive(settings)
  if (!own) return 0
  const key = `maps/${own}`
  const file = await storage.open(key).catch((error: unknown) => {
    if (!(error instanceof MissingFile)) throw error
    throw new ConfigError(
      `Wrong setting. MAP_PMTILES: there is no ${own} in the folder maps of the file store (DATA_DIR/files/maps, or the bucket).`,
    )
  })
  file.stream.destroy()
  const first = file.bytes < MAGIC.length ? '' : await text((await storage.open(key, FIRST)).stream)
  if (first !== MAGIC) {
    throw new ConfigError(`Wrong setting. MAP_PMTILES: ${own} is not a PMTiles archive, version 3.`)
  }
  return file.bytes
}

/** Our archive of streets, piece by piece: tiles are public, and the page that asks has no cookie. */
export function mapFile({ config, storage, log }: ProcessCtx): Router {
  const router = express.Router()
  const own = ownArchive(config)
  if (!own) return router
  let size = 0
  router.get(`/map/${own}`, async (request, response) => {
    size ||= await checkMapFile(config, storage)
    response.set({ 'accept-ranges': 'bytes', 'content-range': `bytes */${size}` })
    const ranges = request.range(size)
    const range = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
    if (!range || range.end - range.start >= MOST_BYTES) {
      response.status(416).type('text').send(`Ask for one range of at most ${MOST_BYTES} bytes.`)
      return
    }
    response.status(206)
    await sendFile(log, response, await storage.open(`maps/${own}`, range), {
      'content-type': 'application/octet-stream',
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'accept-ranges': 'bytes',
      // A new file has a new name or another size.
      etag: `"${own}-${size}"`,
      'cache-control': 'public, max-age=86400, no-transform',
    })
  })
  return router
}
