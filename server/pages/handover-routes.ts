import express, { type Router } from 'express'
import { dispatchLanguage } from './dispatch-texts.ts'
import { renderHandoverPage } from './handover-page.ts'
import { languageOf, pathPart, sendMessage } from './page-request.ts'
import { securePage } from './page-response.ts'
import type { PublicPagesDeps } from './public-pages-deps.ts'
import { withinTime } from './within-time.ts'

const READ_MS = 5000

/** `/h/{token}`: the hospital's page. Looking at it shows no health data and does not count; the press does both. */
export function handoverRoutes(deps: PublicPagesDeps): Router {
  const { brand } = deps
  const router = express.Router()

  router.get('/h/:token', async (req, res) => {
    const token = pathPart(req, 'token')
    const page = await withinTime(deps.readHandoverPage(token, req), READ_MS)
    if (!page) return sendMessage(req, res, 404, brand, { reason: 'expired_link' })
    const nonce = securePage(res)
    const language = dispatchLanguage(languageOf(req))
    res.type('html').send(renderHandoverPage({ token, page, data: null, language, brand, nonce }))
  })

  router.post('/h/:token', async (req, res) => {
    const token = pathPart(req, 'token')
    const data = await withinTime(deps.openHandover(token, req), READ_MS)
    if (!data) return sendMessage(req, res, 404, brand, { reason: 'expired_link' })
    const nonce = securePage(res)
    const language = dispatchLanguage(languageOf(req))
    res.type('html').send(renderHandoverPage({ token, page: data.page, data, language, brand, nonce }))
  })

  return router
}
