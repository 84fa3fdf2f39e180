import type { RequestHandler } from 'express'
import { LIMITS } from '@tvarit/shared/contracts/limits'

/** A form with one photo and its fields. */
export const MOST_TRPC_BYTES = LIMITS.photo_bytes + 200_000
const MOST_JSON_BYTES = 100_000

/** JSON over 100 KB is refused before it is read; only forms may be larger. */
export const limitTrpcBody: RequestHandler = (request, response, next) => {
  const form = request.headers['content-type']?.startsWith('multipart/form-data')
  if (!form && Number(request.headers['content-length'] ?? 0) > MOST_JSON_BYTES) {
    response.status(413).json({ detail: 'The request is too large.' })
    return
  }
  next()
}
