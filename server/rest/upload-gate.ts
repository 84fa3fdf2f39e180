import { randomInt } from 'node:crypto'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { networkOfCaller } from '@tvarit/shared/platform/network-of'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import type { RequestHandler } from 'express'
import { toTrpcError } from '../trpc/error-map.ts'

/** Files are read into memory whole: so many at once, of one network and in all. */
const OF_NETWORK = 4
const IN_ALL = 16
/** A form without large files needs no place. */
const SMALL_BYTES = 100_000
const RETRY_SECONDS = 5
/** Each at a moment of its own: the rest of a refused body is read and thrown away, and a hundred at once hold presses up. */
const REFUSED_AFTER_MS = { least: 2_000, most: 5_000 }

/**
 * Bounds how many forms with files are received and worked on at once, before a byte of them is read. The others get
 * 429. A body that is not there within `within_seconds` is cut off, so that it does not hold a place.
 */
export function uploadGate({ within_seconds = 60 } = {}): RequestHandler {
  const networks = new Map<string, number>()
  let all = 0
  return (request, response, next) => {
    // Asked as multer asks, in any case of letters: what this lets pass, multer does not read.
    if (!request.is('multipart')) return next()
    // Without a length it may become anything.
    if (Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES) return next()
    const network = networkOfCaller(request.ip ?? null)
    const own = networks.get(network) ?? 0
    if (all >= IN_ALL || own >= OF_NETWORK) {
      // Nothing of it is read until then; an answer at once would only bring the next one at once.
      const after_ms = randomInt(REFUSED_AFTER_MS.least, REFUSED_AFTER_MS.most)
      return void setTimeout(() => {
        const domainError = new DomainError('TOO_MANY_REQUESTS', TEXTS.uploads_busy, {
          retry_after_seconds: RETRY_SECONDS,
        })
        if (request.baseUrl !== '/trpc') return next(domainError)
        response.set('retry-after', String(RETRY_SECONDS)).status(domainError.status).json(trpcBody(domainError))
      }, after_ms)
    }
    all += 1
    networks.set(network, own + 1)
    const late = setTimeout(() => {
      if (!request.complete) request.destroy()
    }, within_seconds * 1000)
    response.once('close', () => {
      clearTimeout(late)
      all -= 1
      const left = networks.get(network)! - 1
      if (left === 0) networks.delete(network)
      else networks.set(network, left)
    })
    next()
  }
}

/** As tRPC's own error, which the web client reads. */
function trpcBody(domainError: DomainError) {
  const { message, code } = toTrpcError(domainError)
  return { error: { message, code: -32029, data: { code, httpStatus: domainError.status, body: domainError.body } } }
}
