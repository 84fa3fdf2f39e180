import { rideLanguage } from '@tvarit/shared/texts/public-texts'
import { withTimeout } from '@tvarit/shared/platform/process/with-timeout'
import express, { type Request, type Response, type Router } from 'express'
import { openHandover } from '@tvarit/shared/domain/handover/open-handover'
import { readHandoverPage } from '@tvarit/shared/domain/handover/read-handover-page'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { type ProcessCtx, publicContext, type RequestCtx } from '../context/request-context.ts'
import { type HandoverPageModel, renderHandoverNotice, renderHandoverPage } from './handover-page.ts'
import { brandOf } from './layout.ts'
import { languageOf, pathPart } from './page-request.ts'
import { securePage } from './page-response.ts'

const READ_MS = 5000

type Shown = Pick<HandoverPageModel, 'page' | 'data'>

/** `/h/{token}`: the hospital's page. Looking at it shows no health data and does not count; the press does both. */
export function handoverRoutes(base: ProcessCtx): Router {
  const brand = brandOf(base.config)
  const router = express.Router()

  /** Answers with what is behind the link, or with a page that says why there is nothing. */
  const answer = async <Found>(
    req: Request,
    res: Response,
    find: (link: { ctx: RequestCtx; input: { token: string } }) => Promise<Found | null>,
    show: (found: Found) => Shown,
  ) => {
    const token = pathPart(req, 'token')
    const nonce = securePage(res)
    const language = rideLanguage(languageOf(req))
    const notice = (reason: 'dead' | 'often') => renderHandoverNotice({ reason, language, brand, nonce })
    res.type('html')
    try {
      const found = await withTimeout(READ_MS, () => find({ ctx: publicContext(base, req), input: { token } }))
      if (found === null) return void res.status(404).send(notice('dead'))
      res.send(renderHandoverPage({ token, ...show(found), language, brand, nonce }))
    } catch (fault) {
      if (!(fault instanceof DomainError) || fault.code !== 'TOO_MANY_REQUESTS') throw fault
      res.set('Retry-After', String(fault.retry_after_seconds)).status(429).send(notice('often'))
    }
  }

  router.get('/h/:token', (req, res) => answer(req, res, readHandoverPage, (page) => ({ page, data: null })))
  router.post('/h/:token', (req, res) => answer(req, res, openHandover, (data) => ({ page: data.page, data })))
  return router
}
