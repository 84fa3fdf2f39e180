import express, { type Request, type Router } from 'express'
import type { AlertProgress } from '@tvarit/shared/contracts/scan'
import { isPublicLanguage, PUBLIC_LANGUAGES, type PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import type { Config } from '@tvarit/shared/platform/settings/config'
import { html } from '../context/html.ts'
import { brandOf, type PracticeNotes } from './layout.ts'
import { languageOf } from './page-request.ts'
import { securePage } from './page-response.ts'
import { renderScanPage } from './scan-page.ts'
import { renderStatusPage } from './status-page.ts'

const TEXTS = {
  en: {
    scan: 'Practice: pressing sends nothing.',
    why: 'This is the page that opens when your sticker is scanned. The numbers 112 and 108 are real. A real scan also asks for the location.',
    status: 'Practice: an example of what follows a real press.',
    sent: 'Nothing was sent, and nothing was kept.',
    back: 'Back to the start page',
  },
  hi: {
    scan: 'अभ्यास: बटन दबाने से कुछ नहीं भेजा जाता।',
    why: 'आपका स्टिकर स्कैन करने पर यही पेज खुलता है। 112 और 108 नंबर असली हैं। असली स्कैन में लोकेशन भी पूछी जाती है।',
    status: 'अभ्यास: असली बटन के बाद ऐसा दिखता है। यह एक उदाहरण है।',
    sent: 'न कुछ भेजा गया, न कुछ रखा गया।',
    back: 'शुरुआती पेज पर जाएँ',
  },
} as const

const notes = (language: PublicLanguage, first: string, last: string): PracticeNotes => ({
  first: html`<p class="soft"><b>${first}</b></p>`,
  last: html`<div class="box">
    <p>${last}</p>
    <p><a href="/?lang=${language}">${TEXTS[language].back}</a></p>
  </div>`,
})

const practiceLanguage = (req: Request): PublicLanguage => {
  const language = languageOf(req)
  return isPublicLanguage(language) ? language : 'en'
}

/** Six minutes into an alert that went well. */
function example(): AlertProgress {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  return {
    status: 'PENDING',
    received_at: ago(6),
    consoles_online: 4,
    seen_by: 'Asha',
    seen_at: ago(6),
    ambulance: { vehicle_number: 'DL1AB1234', eta_minutes: 7, unseen: false, state: 'EN_ROUTE', arrived_at: null },
    closed_at: null,
    call_112_now: false,
    has_location: true,
    has_phone: false,
    call_asked: false,
  }
}

/**
 * `/s/practice`: what a bystander sees, without a sticker. No script, no database: the press is answered by an example.
 * What was typed is not even read.
 */
export function practiceRoutes(config: Config): Router {
  const brand = brandOf(config)
  const router = express.Router()
  router.get('/s/practice', (req, res) => {
    const language = practiceLanguage(req)
    const page = {
      token: 'practice',
      scan_id: '',
      sticker: { state: 'registered' as const, first_name: language === 'hi' ? 'रवि' : 'Ravi', serial_last4: '4D7K' },
      languages: PUBLIC_LANGUAGES,
      language,
      brand,
      practice: notes(language, TEXTS[language].scan, TEXTS[language].why),
      nonce: securePage(res),
    }
    res.type('html').send(renderScanPage(page))
  })
  router.post('/s/practice', (req, res) => {
    securePage(res)
    res.redirect(303, `/s/practice/status?lang=${practiceLanguage(req)}`)
  })
  router.get('/s/practice/status', (req, res) => {
    const language = practiceLanguage(req)
    const page = {
      status_token: 'practice',
      progress: example(),
      languages: PUBLIC_LANGUAGES,
      language,
      brand,
      first_aid_signed: config.FIRST_AID_SIGNED,
      practice: notes(language, TEXTS[language].status, TEXTS[language].sent),
      nonce: securePage(res),
    }
    res.type('html').send(renderStatusPage(page))
  })
  return router
}
