import { language } from '@tvarit/shared/contracts/scan'
import { chooseContact, readContactChoice } from '@tvarit/shared/domain/subscribers/contacts/contact-choice'
import { withTimeout } from '@tvarit/shared/platform/process/with-timeout'
import express, { type Router } from 'express'
import { z } from 'zod'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'
import { renderContactPage } from './contact-page.ts'
import { brandOf } from './layout.ts'
import { languageOf, pathPart, sendMessage } from './page-request.ts'
import { securePage } from './page-response.ts'

const READ_MS = 5000

const choice = z.object({ channel: z.enum(['sms', 'whatsapp']), language })

/** `/c/{token}`: an emergency contact chooses how and in which language messages come. A plain form, without a script. */
export function contactRoutes(base: ProcessCtx): Router {
  const brand = brandOf(base.config)
  const router = express.Router()

  router.get('/c/:token', async (req, res) => {
    const token = pathPart(req, 'token')
    const chosen = await withTimeout(READ_MS, () =>
      readContactChoice({ ctx: publicContext(base, req), input: { token } }),
    )
    if (!chosen) return sendMessage(req, res, 404, brand, { reason: 'dead_link' })
    const nonce = securePage(res)
    const shown = languageOf(req, chosen.chosen_at && chosen.language)
    const saved = req.query.saved === '1'
    res.type('html').send(renderContactPage({ token, chosen, saved, language: shown, brand, nonce }))
  })

  router.post('/c/:token', express.urlencoded({ extended: false, limit: '4kb' }), async (req, res) => {
    const token = pathPart(req, 'token')
    const typed = choice.safeParse(req.body)
    const back = `/c/${encodeURIComponent(token)}`
    if (!typed.success) return sendMessage(req, res, 400, brand, { reason: 'unreadable_details', back })
    const input = { token, ...typed.data }
    const kept = await withTimeout(READ_MS, () => chooseContact({ ctx: publicContext(base, req), input }))
    if (!kept) return sendMessage(req, res, 404, brand, { reason: 'dead_link' })
    securePage(res)
    res.redirect(303, `${back}?saved=1&lang=${kept.language}`)
  })

  return router
}
