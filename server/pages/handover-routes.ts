import { withTimeout } from '@tvarit/shared/platform/with-timeout'
import express, { type Request, type Response, type Router } from 'express'
import { Refusal } from '@tvarit/shared/platform/refusal'
import { dispatchLanguage } from './dispatch-texts.ts'
import { type HandoverPageModel, renderHandoverNotice, renderHandoverPage } from './handover-page.ts'
import { languageOf } from './languages.ts'
import { pathPart } from './page-request.ts'
import { securePage } from './page-response.ts'
import type { PublicPagesDeps } from './public-pages-deps.ts'

const READ_MS = 5000

type Shown = Pick<HandoverPageModel, 'page' | 'data'>

/** `/h/{token}`: the hospital's page. Looking at it shows no health data and does not count; the press does both. */
export function handoverRoutes(deps: PublicPagesDeps): Router {
  const { brand } = deps
  const router = express.Router()

  /** Answers with what is behind the link, or with a page that says why there is nothing. */
  const answer = async <Found>(
    req: Request,
    res: Response,
    find: Promise<Found | null>,
    show: (found: Found) => Shown,
  ) => {
    const nonce = securePage(res)
    const language = dispatchLanguage(languageOf(req))
    const notice = (reason: 'dead' | 'often') => renderHandoverNotice({ reason, language, brand, nonce })
    res.type('html')
    try {
      const found = await withTimeout(READ_MS, () => find)
      if (found === null) return void res.status(404).send(notice('dead'))
      res.send(renderHandoverPage({ token: pathPart(req, 'token'), ...show(found), language, brand, nonce }))
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.code !== 'TOO_MANY_REQUESTS') throw fault
      res.set('Retry-After', String(fault.retry_after_seconds)).status(429).send(notice('often'))
    }
  }

  router.get('/h/:token', (req, res) =>
    answer(req, res, deps.readHandoverPage(pathPart(req, 'token'), req), (page) => ({ page, data: null })),
  )
  router.post('/h/:token', (req, res) =>
    answer(req, res, deps.openHandover(pathPart(req, 'token'), req), (data) => ({ page: data.page, data })),
  )
  return router
}
