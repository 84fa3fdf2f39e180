import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import compression from 'compression'
import express from 'express'
import type { Browser } from 'playwright-core'
import { buildWebClient } from '../../scripts/build-web-client.ts'
import { median, printTable, report } from './harness.ts'
import { startBrowser } from './product.ts'

// How much later than a bare button does our button appear on a slow phone? Three arms, taken in turns in one browser:
// A is a static page with nothing but a button, B is the scan page as its route sends it, C the status page with first
// aid: when is its headline there? Slow 3G and a processor at
// a quarter of its speed, as Chromium emulates them. Run: npm run bench -- scan-page

const RUNS = 11
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const BARE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Help</title><link rel="icon" href="data:,"><form method="post"><button style="width:100%;height:40vh">Get help</button></form></html>`

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
await using browser = await startBrowser()
const visits: Record<'bare' | 'scan' | 'status', Visit[]> = { bare: [], scan: [], status: [] }
// One of each for nothing: the first page of a browser pays for its start.
for (let run = -1; run < RUNS; run += 1) {
  const turn = {
    bare: await visit(browser, `${base}/bare`),
    scan: await visit(browser, `${base}/s/${TOKEN}`),
    status: await visit(browser, `${base}/a/${TOKEN}`),
  }
  if (run >= 0) for (const page of ['bare', 'scan', 'status'] as const) visits[page].push(turn[page])
}
const row = (page: string, of: Visit[]) => ({
  page,
  'median ms': median(of.map(({ button }) => button)),
  'each ms': of.map(({ button }) => Math.round(button)).join(' '),
  bytes: median(of.map(({ bytes }) => bytes)),
})
const [bare, scan, status] = [
  row('bare button', visits.bare),
  row('scan page', visits.scan),
  row('status page', visits.status),
]
printTable('Until the button, or the headline, is painted', [bare, scan, status])
report.judge('scan page over a bare button, time', scan['median ms'] / bare['median ms'], 'at most', 1.15)
report.judge('scan page on the wire, bytes', scan.bytes, 'at most', 10 * 1024)
report.judge('status page on the wire, bytes', status.bytes, 'at most', 20 * 1024)
server.close()
