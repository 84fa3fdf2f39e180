import { TEXTS } from '@tvarit/shared/contracts/texts'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { KeyedQueue } from '@tvarit/shared/platform/keyed-queue'
import { networkOfCaller } from '@tvarit/shared/platform/network-of'
import type { RequestHandler } from 'express'

/** The press, as JSON and as a plain form, and what belongs to an alert. */
const FREE = /^\/(?:a\/|s\/[^/]*\/?$|api\/scan\/[^/]*\/alerts\/?$)/i

/** A form without large files needs no place among those with files. */
const SMALL_BYTES = 100_000

const busy = (text: string) => () => new DomainError('TOO_MANY_REQUESTS', text, { retry_after_seconds: 5 })

/**
 * Bounds how many requests of one network are worked on at once; the others wait in their order, the networks in turn,
 * and beyond that get 429. Thousands of phones share one address, and a browser sends a hundred at once. One begins in
 * each turn of the event loop, so that a press is read between two of them. Presses and status pages pass.
 */
export function requestBounds(): RequestHandler {
  const queue = new KeyedQueue({
    running: Infinity,
    running_of_key: 50,
    waiting: 5_000,
    waiting_of_key: 1_000,
    wait_ms: 15_000,
    one_a_turn: true,
    busy: busy(TEXTS.requests_busy),
  })
  return bound(queue, ({ path, method }) => FREE.test(path) && (method === 'POST' || /^\/a\//i.test(path)))
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
  return bound(
    queue,
    (request) => !request.is('multipart') || Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES,
  )
}

function bound(queue: KeyedQueue, passes: (request: Parameters<RequestHandler>[0]) => boolean): RequestHandler {
  return async (request, response, next) => {
    if (passes(request)) return next()
    const leave = await queue.enter(networkOfCaller(request.ip ?? null))
    if (response.closed) return leave()
    response.once('close', leave)
    next()
  }
}
