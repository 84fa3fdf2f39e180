import path from 'node:path'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import express, { type Router } from 'express'
import type { ProcessCtx } from '../context/request-context.ts'
import { sendFile } from './send-file.ts'

const TYPES: Record<string, string> = { '.jpg': 'image/jpeg', '.pdf': 'application/pdf' }

/** Private files, only through a signed link that has not expired; everything else is a 404. */
export function fileRoutes(base: ProcessCtx): Router {
  const router = express.Router()
  router.get('/files/*key', async (request, response) => {
    const key = ([] as string[]).concat(request.params.key ?? []).join('/')
    const { expires, signature } = request.query
    if (typeof expires !== 'string' || typeof signature !== 'string' || !base.storage.verify(key, expires, signature)) {
      throw new DomainError('NOT_FOUND', 'This link is not valid any more.')
    }
    const type = TYPES[path.extname(key)] ?? 'application/octet-stream'
    await sendFile(base.log, response, await base.storage.open(key), {
      'content-type': type,
      'content-disposition': type === 'image/jpeg' ? 'inline' : 'attachment',
      'cache-control': 'private, max-age=300, no-transform',
    })
  })
  return router
}
