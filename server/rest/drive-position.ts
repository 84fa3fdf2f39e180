import { driverPositionInput } from '@tvarit/shared/contracts/dispatch'
import { notePosition } from '@tvarit/shared/domain/dispatch/note-position'
import express, { type Router } from 'express'
import { requireLink } from '../trpc/require-link.ts'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'

/**
 * The driver page's position. Thousands of phones send it every few seconds: a thin route in front of everything else,
 * a third of the work of a procedure.
 */
export function drivePosition(base: ProcessCtx): Router {
  const router = express.Router()
  router.post('/api/drive/:token/position', express.json({ limit: '1kb' }), async (request, response) => {
    const input = driverPositionInput.parse(request.body ?? {})
    const { token } = request.params
    requireLink((await notePosition({ ctx: publicContext(base, request), input: { ...input, token } })) || null)
    response.set('cache-control', 'no-store').json({ detail: 'Noted.' })
  })
  return router
}
