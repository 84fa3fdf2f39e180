import { PUBLIC_TEXTS } from '@tvarit/shared/texts/public-texts'
import { brotliCompressSync } from 'node:zlib'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '@tvarit/shared/contracts/scan'
import { languageOf } from '@tvarit/server/pages/page-request'
import { COMING, everyPage, SCAN_ID, scanPage, SEEN, statusPage, sticker, TOKEN } from '../harness/bystander-pages.ts'

const HOSTILE = `"><img src=x onerror=alert(1)></script><script>alert(2)</script>'`
const hiddenPart = (page: string, id: string): boolean => new RegExp(`<[^>]*id="${id}"[^>]*\\shidden`).test(page)

describe('size', () => {
  it.each(LANGUAGES)(
    'in %s the scan page is at most 10 KB compressed, the status page with first aid at most 20',
    (language) => {
      const scan = scanPage({ language, sticker: sticker({ state: 'unregistered' }) })
      const status = statusPage({ ...SEEN, ambulance: COMING }, { language })
      expect(brotliCompressSync(scan).length).toBeLessThanOrEqual(10_240)
      expect(brotliCompressSync(status).length).toBeLessThanOrEqual(20_480)
    },
  )
})

describe.each(Object.entries(everyPage()))('the page "%s"', (_name, page) => {
  it('keeps 112, 108 and the call centre in reach', () => {
    for (const number of ['112', '108', '+918047182222']) expect(page).toContain(`href="tel:${number}"`)
  })

  it('needs no second request', () => {
    expect(page).not.toMatch(/https?:\/\//)
    expect(page).not.toMatch(/<(img|iframe|link(?! rel="icon" href="data:,")|object|embed)\b/)
    expect(page).not.toMatch(/<script[^>]*\ssrc=|@import|url\(/)
  })

  it('runs only scripts and styles that carry the nonce of the response', () => {
    for (const [tag] of page.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag).toMatch(/ nonce="[^"]+"/)
    expect(page).not.toMatch(/<[^>]+\s(?:on\w+|style)=/)
  })
})

describe('without JavaScript', () => {
  it('one press is a plain form that carries the scan_id', () => {
    const page = scanPage()
    expect(page).toContain(`method="post" action="/s/${TOKEN}"`)
    expect(page).toMatch(new RegExp(`type="hidden" name="scan_id" value="${SCAN_ID}"`))
    expect(hiddenPart(page, 'press')).toBe(false)
  })

  it('the status page reloads itself, also when attended, but not while its form is in use', () => {
    const closed_at = '2026-11-21T05:40:00Z'
    expect(statusPage()).toContain('<noscript><meta http-equiv="refresh" content="5" /></noscript>')
    expect(statusPage({ status: 'ATTENDED', closed_at })).toContain('http-equiv="refresh" content="30"')
    expect(statusPage({ status: 'REJECTED', closed_at })).not.toContain('http-equiv="refresh"')
    const editing = statusPage({}, { editing: true })
    expect(editing).not.toContain('http-equiv="refresh"')
    expect(hiddenPart(editing, 'details')).toBe(false)
  })
})

describe('hostile texts', () => {
  it('from the owner of the sticker stay text', () => {
    const page = scanPage({ sticker: sticker({ first_name: HOSTILE, serial_last4: HOSTILE }) })
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('from staff and ambulances stay text, in the markup and in the data of the script', () => {
    const page = statusPage({
      seen_by: HOSTILE,
      seen_at: SEEN.seen_at,
      ambulance: { ...COMING, vehicle_number: HOSTILE },
    })
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script>alert')
    const data = /id="data"[^>]*>(.*?)<\/script>/s.exec(page)![1]!
    expect(JSON.parse(data)).toMatchObject({ progress: { seen_by: HOSTILE } })
  })
})

describe('a sticker that is not activated', () => {
  it('leads to registration without its serial number and still has the button', () => {
    const page = scanPage({ sticker: sticker({ state: 'unregistered' }) })
    expect(page).toContain('href="/register"')
    expect(page).toContain('id="press"')
  })
})

describe('the status page tells the truth', () => {
  it('says when the alert came, in Indian time, and how many screens show it', () => {
    expect(statusPage()).toContain('Alert received at 10:31')
    expect(statusPage()).toContain('3 call-centre screens are showing it.')
  })

  it('says who has seen it and when', () => {
    expect(statusPage(SEEN)).toContain('Seen by Asha at 10:32')
  })

  it('shows the number plate and the minutes of an ambulance on the way', () => {
    const page = statusPage({ ...SEEN, ambulance: COMING })
    expect(page).toContain('KA 01 AB 1234')
    expect(page).toContain('It should arrive in about 12 min.')
  })

  it('turns into "Call 112 now" when nobody takes the alert, and only then', () => {
    expect(hiddenPart(statusPage({ call_112_now: true }), 'urgent')).toBe(false)
    expect(statusPage({ call_112_now: true })).toContain('<h1 id="headline">Call 112 now</h1>')
    expect(hiddenPart(statusPage(), 'urgent')).toBe(true)
  })

  it('says so when the call centre closed the alert without sending help', () => {
    const page = statusPage({ status: 'REJECTED', closed_at: '2026-11-21T05:40:00Z' })
    expect(page).toContain('We are not sending help.')
  })
})

describe('the language', () => {
  it.each([
    ['hi', 'ta', 'hi'],
    ['HI-in', undefined, 'hi'],
    ['xx', 'ta-IN,ta;q=0.9,en;q=0.8', 'ta'],
    [undefined, 'fr-FR,fr;q=0.9,bn;q=0.5,en;q=0.4', 'bn'],
    [undefined, 'en;q=0.3, ml;q=0.8', 'ml'],
    [undefined, 'te;q=0,kn', 'kn'],
    [undefined, 'ory-IN', 'or'],
    [undefined, 'fr,de', 'en'],
    [undefined, undefined, 'en'],
    [['hi', 'ta'], undefined, 'en'],
  ])('asked for as %s by a phone that prefers %s is %s', (query, header, expected) => {
    const { acceptsLanguages } = express.request
    const request = { query: { lang: query }, headers: { 'accept-language': header }, acceptsLanguages }
    expect(languageOf(request as unknown as express.Request)).toBe(expected)
  })

  it('can be switched by links that name each language in itself', () => {
    for (const code of LANGUAGES) expect(scanPage()).toContain(`href="?lang=${code}"`)
    for (const code of LANGUAGES) expect(scanPage()).toContain(PUBLIC_TEXTS[code].scan.own_name)
  })
})
