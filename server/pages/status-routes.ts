import { withTimeout } from '@tvarit/shared/platform/process/with-timeout'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { removeFiles } from '@tvarit/shared/domain/records/files/keep-file'
import { storePhoto } from '@tvarit/shared/domain/records/files/store-photo'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import express, { type Request, type Router } from 'express'
import multer from 'multer'
import { composed } from '@tvarit/shared/contracts/same-text'
import { type AddDetailsInput, addDetailsInput } from '@tvarit/shared/contracts/scan'
import { addDetails } from '@tvarit/shared/domain/scan/add-details'
import { checkPhotoRoom } from '@tvarit/shared/domain/scan/check-photo-room'
import { readProgress } from '@tvarit/shared/domain/scan/read-progress'
import { networkOf } from '@tvarit/shared/platform/network-of'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'
import { RowQueues } from '../rest/row-queues.ts'
import { fieldErrors } from '../trpc/error-map.ts'
import { parseDetailsForm } from './form-input.ts'
import { brandOf } from './layout.ts'
import { languageOf, pathPart, sendMessage, statusPath, wantsJson } from './page-request.ts'
import { securePage } from './page-response.ts'
import { renderStatusPage } from './status-page.ts'

const READ_MS = 5000
const NOT_FOUND = { detail: 'Not found.' }
const PHOTO_ANSWERS = ['photo_sent', 'photo_failed'] as const

/**
 * `/a/{status_token}`: the status page, its state as JSON, and additions about the place. Reads go over the connections
 * of `alertBase`, additions over the others.
 */
export function statusRoutes(base: ProcessCtx, alertBase: ProcessCtx): Router {
  const { config } = base
  const brand = brandOf(config)
  const router = express.Router()
  const json = express.json({ limit: '4kb' })
  const form = express.urlencoded({ extended: false, limit: '4kb' })

  const photo = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: LIMITS.photo_bytes, files: 1, parts: 4 },
  })

  // A status link holds one connection of the office at most, and none that reports need.
  const additions = new RowQueues()

  const progressOf = (req: Request) => {
    const input = { status_token: pathPart(req, 'status_token') }
    return withTimeout(READ_MS, () => readProgress({ ctx: publicContext(alertBase, req), input }))
  }
  const add = (req: Request, details: AddDetailsInput & { photo?: string }) => {
    const status_token = pathPart(req, 'status_token')
    return additions.run(status_token, networkOf(req.ip ?? ''), () =>
      addDetails({ ctx: publicContext(base, req), input: { ...details, status_token } }),
    )
  }

  /** Keeps the photo of a request; false when it is none. Its file goes again when the alert does not take it. */
  const addPhoto = async (req: Request): Promise<boolean> => {
    if (!req.file) return false
    const ctx = publicContext(base, req)
    const file = new File([new Uint8Array(req.file.buffer)], 'photo')
    const input = { status_token: pathPart(req, 'status_token') }
    const key = await storePhoto(ctx, file, 'scene', () => checkPhotoRoom({ ctx, input })).catch((error: unknown) => {
      if (error instanceof DomainError && error.code !== 'TOO_MANY_REQUESTS') return null
      throw error
    })
    if (!key) return false
    try {
      if (await add(req, { first_respondent_phone: null, photo: key })) return true
    } catch (error) {
      await removeFiles(ctx, [key])
      throw error
    }
    await removeFiles(ctx, [key])
    return false
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
      photo_answer: PHOTO_ANSWERS.find((answer) => answer === req.query.photo),
      first_aid_signed: config.FIRST_AID_SIGNED,
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
      const details = addDetailsInput.safeParse(composed(req.body))
      if (!details.success) return void res.status(400).json(fieldErrors(details.error))
      const saved = await add(req, details.data)
      return void res.status(saved ? 200 : 404).json(saved ? { detail: 'Saved.' } : NOT_FOUND)
    }
    const { input, language = languageOf(req), phone_problem: unreadable } = parseDetailsForm(req.body)
    const page = `/a/${pathPart(req, 'status_token')}`
    let phone_problem = unreadable
    const saved = await add(req, input).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'BAD_REQUEST') throw error
      phone_problem = true
      return true
    })
    if (!saved) return sendMessage(req, res, 404, brand, { reason: 'expired_link' })
    securePage(res)
    res.redirect(303, statusPath(page, config.PUBLIC_URL, language, phone_problem))
  })

  router.post('/a/:status_token/photo', photo.single('photo'), async (req, res) => {
    const progress = await progressOf(req)
    const sent = progress && !progress.closed_at ? await addPhoto(req) : null
    securePage(res)
    if (wantsJson(req)) {
      return void res.status(progress ? (sent ? 201 : 400) : 404).json(sent ? { detail: 'Saved.' } : NOT_FOUND)
    }
    if (!progress) return sendMessage(req, res, 404, brand, { reason: 'expired_link' })
    const answer = sent ? 'photo_sent' : 'photo_failed'
    res.redirect(303, `/a/${pathPart(req, 'status_token')}?lang=${languageOf(req)}&photo=${answer}`)
  })

  return router
}
