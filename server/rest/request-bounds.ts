import { setTimeout as wait } from 'node:timers/promises'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { KeyedQueue } from '@tvarit/shared/platform/queues/keyed-queue'
import { networkOfCaller } from '@tvarit/shared/platform/network-of'
import type { Request, RequestHandler } from 'express'

/** The press, as JSON and as a plain form. */
const PRESS = /^\/(?:s\/[^/]*|api\/scan\/[^/]*\/alerts)\/?$/i
/** What is read over the connections of presses. */
const ALERT_PAGE = /^\/(?:a|s|api\/scan)\//i

/** A form without large files needs no place among those with files. */
const SMALL_BYTES = 100_000

/** What takes longer reads or writes slowly, or waits: it costs little, and must not keep its neighbours out. */
const SLOW_MS = 10_000

const busy = (text: string) => () => new DomainError('TOO_MANY_REQUESTS', text, { retry_after_seconds: 5 })

const MOST_WAITING = { waiting: 5_000, waiting_of_key: 1_000, wait_ms: 15_000, one_a_turn: true }

/**
 * Bounds how many requests of one network are worked on at once; the others wait in their order, the networks in turn,
 * and beyond that get 429. Thousands of phones share one address, and a browser sends a hundred at once. One begins in
 * each turn of the event loop, so that a press is read between two of them. Presses pass. Scan and status pages have a
 * lane of their own, which leaves presses half of their six connections.
 */
export function requestBounds({ slow_ms = SLOW_MS } = {}): RequestHandler {
  const limits = { ...MOST_WAITING, running: Infinity, busy: busy(TEXTS.requests_busy) }
  const all = new KeyedQueue({ ...limits, running_of_key: 20 })
  const pages = new KeyedQueue({ ...limits, running_of_key: 3 })
  return bound(({ method, path }) => {
    const reads = method === 'GET' || method === 'HEAD'
    if (!reads && PRESS.test(path)) return null
    return reads && ALERT_PAGE.test(path) ? pages : all
  }, slow_ms)
}

/**
 * The same for forms with files, which are read into memory whole: so many at once, of one network and in all. Nothing
 * of the others is read.
 */
export function formBounds(): RequestHandler {
  const queue = new KeyedQueue({
    running: 16,
    running_of_key: 4,
    waiting: 64,
    waiting_of_key: 8,
    wait_ms: 5_000,
    busy: busy(TEXTS.uploads_busy),
  })
  // Asked as multer asks, in any case of letters: what this lets pass, multer does not read. Without a length it may
  // become anything.
  return bound((request) => {
    const small = Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES
    return request.is('multipart') && !small ? queue : null
  })
}

/** `most_ms`: a request gives up its place after so long. */
function bound(queueOf: (request: Request) => KeyedQueue | null, most_ms?: number): RequestHandler {
  return async (request, response, next) => {
    const queue = queueOf(request)
    if (!queue) return next()
    const leave = await queue.enter(networkOfCaller(request.ip ?? null))
    if (response.closed) return leave()
    if (most_ms === undefined) response.once('close', leave)
    else {
      const closed = new AbortController()
      response.once('close', () => closed.abort())
      void wait(most_ms, undefined, { signal: closed.signal })
        .catch(() => {})
        .then(leave)
    }
    next()
  }
}
