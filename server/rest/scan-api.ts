import { describeSticker } from '@tvarit/shared/domain/scan/describe-sticker'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import express, { type Router } from 'express'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'
import { pressButton, limitFlood } from './press-button.ts'
import { readReport } from './read-report.ts'

const UNKNOWN = 'We do not know this sticker. In an emergency call 112.'
const RAISED = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/**
 * The bystander's REST paths, in front of everything else. Their own database pool in `base` keeps lists, logins and
 * uploads from starving them.
 */
export function scanApi(base: ProcessCtx): Router {
  const router = express.Router()
  // Details that are too long are cut, not rejected.
  const body = express.json({ limit: '64kb' })
  router.post('/api/scan/:token/alerts', limitFlood(base), body, async (request, response) => {
    const { token } = request.params
    let ignored: Record<string, string[]> = {}
    const raised = await pressButton(base, request, () => {
      const report = readReport(request.body ?? {})
      ignored = report.ignored
      return { ...report.input, token }
    })
    if (!raised) throw new DomainError('NOT_FOUND', UNKNOWN)
    const { id, status, status_url } = raised
    // Without the ETag that Express would make of it: this answer is never requested again.
    const left_out = Object.keys(ignored).length > 0 ? { ignored } : {}
    const answer = Buffer.from(JSON.stringify({ id, status, status_url, ...left_out }))
    response.writeHead(201, { ...RAISED, 'content-length': answer.length }).end(answer)
  })
  router.get('/api/scan/:token', async (request, response) => {
    const sticker = await describeSticker({ ctx: publicContext(base, request), input: { token: request.params.token } })
    if (!sticker) throw new DomainError('NOT_FOUND', UNKNOWN)
    response.set('cache-control', 'no-store').json(sticker)
  })
  return router
}
