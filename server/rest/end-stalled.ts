import type { RequestHandler } from 'express'

/** Twice this is the longest: a connection that has moved once meanwhile gets as long again. */
const STALLED_MS = 25_000

/** Ends an answer whose reader takes nothing of it for so long. One that we are still working on may take its time. */
export function endStalled({ after_ms = STALLED_MS } = {}): RequestHandler {
  return (_request, response, next) => {
    response.setTimeout(after_ms, () => {
      if (response.writableLength > 0) response.destroy()
    })
    next()
  }
}
