import express, { type ErrorRequestHandler, type Router } from 'express'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import type { ProcessCtx } from '../context/request-context.ts'
import { bodyProblem } from '../rest/body-problem.ts'
import { contactRoutes } from './contact-routes.ts'
import { dispatchRoutes } from './dispatch-routes.ts'
import { handoverRoutes } from './handover-routes.ts'
import { brandOf } from './layout.ts'
import { sendMessage, wantsJson } from './page-request.ts'
import { pageFailed, securePage } from './page-response.ts'
import { practiceRoutes } from './practice-routes.ts'
import { scanRoutes } from './scan-routes.ts'
import { statusRoutes } from './status-routes.ts'

const PAGES = /^\/[sadthc]\//i
/** Links of drivers, relatives and contacts. */
const FOLLOWED = /^\/[dtc]\//i

/** Too many requests for the moment; whoever guesses links waits for longer. */
const SOON_SECONDS = 5

const ADDING = /\/(details|photo)\/?$/

const statusOf = (fault: unknown): number => {
  const unreadable = bodyProblem(fault)
  if (unreadable) return unreadable.status
  const status = typeof fault === 'object' && fault !== null && 'status' in fault ? Number(fault.status) : 500
  return status >= 400 && status < 500 ? status : 503
}

/** The answer to a fault of a public page: JSON for scripts; for people a page that still has 112 on it. */
export function pageErrors({ config, log }: ProcessCtx): ErrorRequestHandler {
  const brand = brandOf(config)
  return (fault, req, res, next) => {
    if (!PAGES.test(req.path) || res.headersSent) return next(fault)
    const for_script = wantsJson(req)
    if (fault instanceof DomainError && fault.code === 'TOO_MANY_REQUESTS') {
      res.set('Retry-After', String(fault.retry_after_seconds))
      if (!for_script && ADDING.test(req.path)) {
        const back = req.path.replace(ADDING, '')
        return sendMessage(req, res, 429, brand, { reason: 'unreadable_details', back })
      }
      if (!for_script) {
        const soon = (fault.retry_after_seconds ?? 0) <= SOON_SECONDS
        if (soon && req.method === 'GET') res.set('Refresh', '5')
        const reason = soon ? 'no_answer' : FOLLOWED.test(req.path) ? 'dead_link' : 'expired_link'
        return sendMessage(req, res, 429, brand, { reason })
      }
      securePage(res)
      return void res.status(429).json(fault.body)
    }
    const status = statusOf(fault)
    const unreadable = status < 500
    if (!unreadable) {
      pageFailed(log, fault)
      res.set('Retry-After', '2')
    }
    if (for_script) {
      securePage(res)
      res.status(status).json({ detail: unreadable ? 'The request could not be read.' : 'Please try again.' })
      return
    }
    const scanning = /^\/s/i.test(req.path)
    if (unreadable && req.method === 'GET') {
      const reason = scanning ? 'unknown_sticker' : FOLLOWED.test(req.path) ? 'dead_link' : 'expired_link'
      return sendMessage(req, res, 404, brand, { reason })
    }
    const back = req.path.replace(ADDING, '')
    const reason = scanning ? 'unreadable_form' : 'unreadable_details'
    if (unreadable) return sendMessage(req, res, status, brand, { reason, back })
    // The page reloads itself until the server is back. Only a GET may be repeated.
    if (req.method === 'GET') res.set('Refresh', '5')
    sendMessage(req, res, status, brand, { reason: 'no_answer', back })
  }
}

/**
 * The public pages: `/s/{token}` (scan), `/a/{status_token}` (status), `/d/{token}` (driver), `/t/{token}` (relatives),
 * `/h/{token}` (hospital) and `/c/{token}` (emergency contact), any case. Mount at the root and before other parsers of bodies.
 *
 * Every answer, faults included, shows 112, 108 and the call centre. The press and what follows it have the connections
 * of `alertBase`, so that nothing else can starve them.
 */
export function publicPages(base: ProcessCtx, alertBase: ProcessCtx): Router {
  const router = express.Router()
  router.use(
    practiceRoutes(base.config),
    scanRoutes(alertBase),
    statusRoutes(base, alertBase),
    dispatchRoutes(base),
    handoverRoutes(base),
    contactRoutes(base),
  )
  return router
}
