import { withTimeout } from '@tvarit/shared/platform/with-timeout'
import express, { type Request, type Router } from 'express'
import { addDetailsInput } from '@tvarit/shared/contracts/scan'
import { fieldErrors, parseDetailsForm } from './form-input.ts'
import { languageOf } from './languages.ts'
import { pathPart, sendMessage, statusPath } from './page-request.ts'
import { securePage } from './page-response.ts'
import type { PublicPagesDeps } from './public-pages-deps.ts'
import { renderStatusPage } from './status-page.ts'

const READ_MS = 5000
const NOT_FOUND = { detail: 'Not found.' }

/** `/a/{status_token}`: what became of the press, its state as JSON, and more about the place afterwards. */
export function statusRoutes(deps: PublicPagesDeps): Router {
  const { brand } = deps
  const router = express.Router()
  const json = express.json({ limit: '4kb' })
  const form = express.urlencoded({ extended: false, limit: '4kb' })

  const readProgress = async (req: Request) => {
    const status_token = pathPart(req, 'status_token')
    return await withTimeout(READ_MS, () => deps.readProgress(status_token, req))
  }

  router.get('/a/:status_token', async (req, res) => {
    const progress = await readProgress(req)
    if (!progress) return sendMessage(req, res, 404, brand, { reason: 'expired_link' })
    const nonce = securePage(res)
    const page = {
      status_token: pathPart(req, 'status_token'),
      progress,
      language: languageOf(req),
      brand,
      nonce,
      editing: req.query.details === '1',
      phone_problem: req.query.problem === 'phone',
    }
    res.type('html').send(renderStatusPage(page))
  })

  router.get('/a/:status_token/state', async (req, res) => {
    securePage(res)
    const progress = await readProgress(req)
    res.status(progress ? 200 : 404).json(progress ?? NOT_FOUND)
  })

  router.post('/a/:status_token/details', json, form, async (req, res) => {
    const status_token = pathPart(req, 'status_token')
    if (req.is('json')) {
      securePage(res)
      const details = addDetailsInput.safeParse(req.body)
      if (!details.success) return void res.status(400).json(fieldErrors(details.error))
      const saved = await deps.addDetails(status_token, details.data, req)
      return void res.status(saved ? 200 : 404).json(saved ? { detail: 'Saved.' } : NOT_FOUND)
    }
    const { input, language = languageOf(req), phone_problem } = parseDetailsForm(req.body)
    const saved = await deps.addDetails(status_token, input, req)
    if (!saved) return sendMessage(req, res, 404, brand, { reason: 'expired_link' })
    securePage(res)
    res.redirect(303, statusPath(`/a/${status_token}`, deps.public_url, language, phone_problem))
  })

  return router
}
