import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import compression from 'compression'
import express from 'express'
import { type Browser, chromium } from 'playwright-core'
import { buildWebClient } from '../../scripts/build-web-client.ts'
import { median, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

// How much later than a bare button does our button appear on a slow phone? Three arms, taken in turns in one browser:
// A is a static page with nothing but a button, B is the scan page as its route sends it, C the status page with first
// aid: when is its headline there? Slow 3G and a processor at
// a quarter of its speed, as Chromium emulates them. Run: npm run bench -- scan-page

const RUNS = 11
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const BARE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Help</title><link rel="icon" href="data:,"><form method="post"><button style="width:100%;height:40vh">Get help</button></form></html>`

const { values } = parseArgs({ options: { out: { type: 'string' } } })
await buildWebClient()
const { scanPage, statusPage, TOKEN } = await import('../harness/bystander-pages.ts')
const { securePage, sendButtonFirst } = await import('@tvarit/server/pages/page-response')

function serve() {
  const app = express()
  app.use(compression({ threshold: 0 }))
  app.get('/bare', (_req, res) => void res.type('html').send(BARE))
  app.get('/s/:token', (_req, res) => {
    sendButtonFirst(res, scanPage({ scan_id: randomUUID(), nonce: securePage(res) }))
  })
  app.get('/a/:token', (_req, res) => {
    const received_at = new Date().toISOString()
    res.type('html').send(statusPage({ received_at }, { nonce: securePage(res) }))
  })
  return app.listen(0, '127.0.0.1')
}

/** Runs in the page, as text because the tests are compiled without the DOM: when was the button first painted? */
const WATCH = `
  new MutationObserver(() => {
    for (const part of document.querySelectorAll(location.pathname.startsWith('/a/') ? '#headline' : 'button, button b')) part.setAttribute('elementtiming', 'button')
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    globalThis.buttonPainted ??= Math.min(...list.getEntries().map((entry) => entry.renderTime))
  }).observe({ type: 'element', buffered: true })`

interface Visit {
  /** Milliseconds from the start of the navigation to the first frame with the button in it. */
  button: number
  /** Bytes of the page as they crossed the wire. */
  bytes: number
}

/** One visit with a fresh profile. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-IN' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_3G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(WATCH)
    await page.goto(address, { timeout: 30_000 })
    await page.waitForFunction(() => Number(Reflect.get(globalThis, 'buttonPainted')) > 0, null, { timeout: 30_000 })
    return await page.evaluate<Visit>(`({
      button: globalThis.buttonPainted,
      bytes: performance.getEntriesByType('navigation')[0].encodedBodySize,
    })`)
  } finally {
    await context.close()
  }
}

const server = serve()
await once(server, 'listening')
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: FLAGS,
  timeout: 30_000,
})
try {
  const bare: Visit[] = []
  const ours: Visit[] = []
  const status: Visit[] = []
  // One of each for nothing: the first page of a browser pays for its start.
  for (let run = -1; run < RUNS; run += 1) {
    const a = await visit(browser, `${base}/bare`)
    const b = await visit(browser, `${base}/s/${TOKEN}`)
    const c = await visit(browser, `${base}/a/${TOKEN}`)
    if (run < 0) continue
    bare.push(a)
    ours.push(b)
    status.push(c)
  }
  const row = (page: string, visits: Visit[]) => ({
    page,
    'median ms': median(visits.map((each) => each.button)),
    'each ms': visits.map((each) => Math.round(each.button)).join(' '),
    bytes: median(visits.map((each) => each.bytes)),
  })
  const rows = [row('bare button', bare), row('scan page', ours), row('status page', status)] as const
  printTable('Until the button, or the headline, is painted', [...rows])
  const [bare_page, scan_page, status_page] = rows
  const report = new Report()
  report.judge('scan page over a bare button, time', scan_page['median ms'] / bare_page['median ms'], 'at most', 1.15)
  report.judge('scan page on the wire, bytes', scan_page.bytes, 'at most', 10 * 1024)
  report.judge('status page on the wire, bytes', status_page.bytes, 'at most', 20 * 1024)
  report.finish(values.out)
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
}
