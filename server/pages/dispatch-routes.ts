import { rideLanguage } from '@tvarit/shared/texts/public-texts'
import { withTimeout } from '@tvarit/shared/platform/process/with-timeout'
import express, { type Request, type Response, type Router } from 'express'
import { type DriverView, driverStepInput } from '@tvarit/shared/contracts/dispatch'
import { confirmTrack } from '@tvarit/shared/domain/dispatch/confirm-track'
import { readDriverView } from '@tvarit/shared/domain/dispatch/read-driver-view'
import { readTrack } from '@tvarit/shared/domain/dispatch/read-track'
import { stepDispatch } from '@tvarit/shared/domain/dispatch/step-dispatch'
import { takeBackStep } from '@tvarit/shared/domain/dispatch/take-back-step'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'
import { renderDriverPage } from './driver-page.ts'
import { brandOf } from './layout.ts'
import { languageOf, pathPart, sendMessage } from './page-request.ts'
import { securePage } from './page-response.ts'
import { renderTrackPage } from './track-page.ts'

const READ_MS = 5000

/** `/d/{token}`: the driver's page, its steps also as a plain form. `/t/{token}`: the relatives' page. */
export function dispatchRoutes(base: ProcessCtx): Router {
  const brand = brandOf(base.config)
  const router = express.Router()

  const sendDriverPage = (req: Request, res: Response, view: DriverView, too_late = false) => {
    const language = rideLanguage(languageOf(req))
    const nonce = securePage(res)
    res.type('html').send(renderDriverPage({ token: pathPart(req, 'token'), view, language, brand, nonce, too_late }))
  }

  router.get('/d/:token', async (req, res) => {
    const input = { token: pathPart(req, 'token') }
    const view = await withTimeout(READ_MS, () => readDriverView({ ctx: publicContext(base, req), input }))
    if (!view) return sendMessage(req, res, 404, brand, { reason: 'dead_link' })
    sendDriverPage(req, res, view)
  })

  router.post('/d/:token', express.urlencoded({ extended: false, limit: '4kb' }), async (req, res) => {
    const token = pathPart(req, 'token')
    const ctx = publicContext(base, req)
    if ((req.body as { step?: unknown } | undefined)?.step === 'TAKE_BACK') return takeBack(req, res, token)
    const input = driverStepInput.safeParse(req.body)
    const view = input.success
      ? await withTimeout(READ_MS, () => stepDispatch({ ctx, input: { pressed_ms_ago: 0, ...input.data, token } }))
      : null
    if (!view) return sendMessage(req, res, 404, brand, { reason: 'dead_link' })
    // After the last step the link is dead: its thanks come with this answer.
    if (view.next.length === 0) return sendDriverPage(req, res, view)
    securePage(res)
    res.redirect(303, `/d/${encodeURIComponent(token)}?lang=${rideLanguage(languageOf(req))}`)
  })

  /** The button of a page without its script. */
  async function takeBack(req: Request, res: Response, token: string) {
    const ctx = publicContext(base, req)
    let too_late = false
    const view = await withTimeout(READ_MS, () =>
      takeBackStep({ ctx, input: { token, pressed_ms_ago: 0 } }).catch((fault: unknown) => {
        if (!(fault instanceof DomainError) || fault.code !== 'CONFLICT') throw fault
        too_late = true
        return readDriverView({ ctx, input: { token } })
      }),
    )
    if (!view) return sendMessage(req, res, 404, brand, { reason: 'dead_link' })
    sendDriverPage(req, res, view, too_late)
  }

  router.get('/t/:token', async (req, res) => {
    const token = pathPart(req, 'token')
    const view = await withTimeout(READ_MS, () => readTrack({ ctx: publicContext(base, req), input: { token } }))
    if (!view) return sendMessage(req, res, 404, brand, { reason: 'dead_link' })
    const nonce = securePage(res)
    const language = rideLanguage(languageOf(req, view.language))
    res.type('html').send(renderTrackPage({ token, view, language, brand, nonce }))
  })

  // By the page's script when it runs, else by the button. What only looks at links confirms nothing.
  router.post('/t/:token', async (req, res) => {
    const token = pathPart(req, 'token')
    const known = await withTimeout(READ_MS, () => confirmTrack({ ctx: publicContext(base, req), input: { token } }))
    if (!known) return sendMessage(req, res, 404, brand, { reason: 'dead_link' })
    securePage(res)
    if (req.is('json')) return void res.json({ detail: 'Confirmed.' })
    res.redirect(303, `/t/${encodeURIComponent(token)}?lang=${languageOf(req)}`)
  })

  return router
}
