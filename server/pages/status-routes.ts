import { withTimeout } from '@tvarit/shared/platform/with-timeout'
import express, { type Request, type Router } from 'express'
import { type AddDetailsInput, addDetailsInput } from '@tvarit/shared/contracts/scan'
import { addDetails } from '@tvarit/shared/domain/emergency/scan/add-details'
import { readProgress } from '@tvarit/shared/domain/emergency/scan/read-progress'
import { networkOf } from '@tvarit/shared/platform/network-of'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'
import { TurnQueue } from '../rest/turn-queue.ts'
import { fieldErrors, parseDetailsForm } from './form-input.ts'
import { brandOf } from './layout.ts'
import { languageOf, pathPart, sendMessage, statusPath } from './page-request.ts'
import { securePage } from './page-response.ts'
import { renderStatusPage } from './status-page.ts'

const READ_MS = 5000
const NOT_FOUND = { detail: 'Not found.' }

/**
 * `/a/{status_token}`: what became of the press, its state as JSON, and more about the place afterwards. What it reads
 * goes over the connections of `alertBase`, what it adds over the others.
 */
export function statusRoutes(base: ProcessCtx, alertBase: ProcessCtx): Router {
  const { config } = base
  const brand = brandOf(config)
  const router = express.Router()
  const json = express.json({ limit: '4kb' })
  const form = express.urlencoded({ extended: false, limit: '4kb' })

  // A status link holds one connection of the office at most, and none that reports need.
  const additions = new TurnQueue()

  const progressOf = (req: Request) => {
    const input = { status_token: pathPart(req, 'status_token') }
    return withTimeout(READ_MS, () => readProgress({ ctx: publicContext(alertBase, req), input }))
  }
  const add = (req: Request, details: AddDetailsInput) => {
    const status_token = pathPart(req, 'status_token')
    return additions.run(status_token, networkOf(req.ip ?? ''), () =>
      addDetails({ ctx: publicContext(base, req), input: { ...details, status_token } }),
    )
  }

  router.get('/a/:status_token', async (req, res) => {
    const progress = await progressOf(req)
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
    const progress = await progressOf(req)
    res.status(progress ? 200 : 404).json(progress ?? NOT_FOUND)
  })

  router.post('/a/:status_token/details', json, form, async (req, res) => {
    if (req.is('json')) {
      securePage(res)
      const details = addDetailsInput.safeParse(req.body)
      if (!details.success) return void res.status(400).json(fieldErrors(details.error))
      const saved = await add(req, details.data)
      return void res.status(saved ? 200 : 404).json(saved ? { detail: 'Saved.' } : NOT_FOUND)
    }
    const { input, language = languageOf(req), phone_problem } = parseDetailsForm(req.body)
    const saved = await add(req, input)
    if (!saved) return sendMessage(req, res, 404, brand, { reason: 'expired_link' })
    securePage(res)
    res.redirect(303, statusPath(`/a/${pathPart(req, 'status_token')}`, config.PUBLIC_URL, language, phone_problem))
  })

  return router
}
