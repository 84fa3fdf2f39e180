import { withTimeout } from '@tvarit/shared/platform/process/with-timeout'
import { randomUUID } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import { isToken, normaliseCode } from '@tvarit/shared/contracts/codes'
import type { RaiseAlertOutput } from '@tvarit/shared/contracts/scan'
import { describeSticker } from '@tvarit/shared/domain/scan/describe-sticker'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'
import { pressButton } from '../rest/press-button.ts'
import { parseAlertForm } from './form-input.ts'
import { brandOf } from './layout.ts'
import { languageOf, pathPart, sendMessage, statusPath } from './page-request.ts'
import { pageFailed, securePage, sendButtonFirst } from './page-response.ts'
import { renderScanPage } from './scan-page.ts'

/** After this the page is sent without the sticker's data: a page in time is better than a complete one. */
const DESCRIBE_MS = 2000
const RAISE_MS = 8000

/** `/s/{token}`: the page behind the QR code, and the press as a plain form for browsers without JavaScript. */
export function scanRoutes(base: ProcessCtx): Router {
  const brand = brandOf(base.config)
  const router = express.Router()
  const unknown = (req: Request, res: Response) => sendMessage(req, res, 404, brand, { reason: 'unknown_sticker' })

  router.get('/s/:token', async (req, res) => {
    const token = normaliseCode(pathPart(req, 'token'))
    if (!isToken(token)) return unknown(req, res)
    const describe = () => describeSticker({ ctx: publicContext(base, req), input: { token } })
    const sticker = await withTimeout(DESCRIBE_MS, describe).catch((fault: unknown) => {
      // The database is away: the button is shown all the same, and the page keeps the press until we are back.
      pageFailed(base.log, fault)
      return 'unreadable' as const
    })
    if (!sticker) return unknown(req, res)
    const nonce = securePage(res)
    const known = sticker === 'unreadable' ? null : sticker
    const page = { token, scan_id: randomUUID(), sticker: known, language: languageOf(req), brand, nonce }
    sendButtonFirst(res, renderScanPage(page))
  })

  // Details that are too long are cut, not rejected.
  router.post('/s/:token', express.urlencoded({ extended: false, limit: '64kb' }), async (req, res) => {
    const token = normaliseCode(pathPart(req, 'token'))
    if (!isToken(token)) return unknown(req, res)
    const { input, language = languageOf(req), phone_problem } = parseAlertForm(req.body)
    let raised: RaiseAlertOutput | null
    try {
      raised = await withTimeout(RAISE_MS, () => pressButton(base, req, () => ({ ...input, language, token })))
    } catch (fault) {
      pageFailed(base.log, fault)
      const { scan_id, first_respondent_phone, landmark } = input
      const fields = { scan_id, lang: language, first_respondent_phone, landmark }
      return sendMessage(req, res, 503, brand, { reason: 'no_answer', retry: { token, fields } })
    }
    if (!raised) return unknown(req, res)
    securePage(res)
    res.redirect(303, statusPath(raised.status_url, base.config.PUBLIC_URL, language, phone_problem))
  })

  return router
}
