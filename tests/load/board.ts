/**
 * `npm run bench -- board`: the board with 300 open alerts that all ring, as cards and as rows, in Chromium at 1440 x 900. The
 * longest task of the page's main thread at rest, while scrolling and while 30 alerts are new is judged by its processor
 * time, which neighbours on the machine do not lengthen. Of the new
 * alerts: from the arrival of the change in the browser to the frame that shows it. Option: --alerts N.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { median, percentile, printTable, readOptions, report } from './harness.ts'
import { accessFor, createStickers, startBenchDatabase, startBrowser, startServer } from './product.ts'
import { press } from './presses.ts'

const { alerts: ALERTS } = readOptions({ alerts: 300 })
const NEW = 30
const REST_MS = 20_000

/**
 * Runs in the page, as text because the tests are compiled without the DOM: of each alert by its id when
 * its change arrived on the socket and when the frame with its card was drawn.
 */
const WATCH = `
  globalThis.seen = { came: {}, drawn: {}, chosen: [] }
  const Socket = WebSocket
  WebSocket = class extends Socket {
    constructor(...all) {
      super(...all)
      this.addEventListener('message', ({ data }) => {
        const id = /"kind":"raised","alert":\\{"id":(\\d+)/.exec(data)?.[1]
        if (id) seen.came[id] = performance.now()
      })
    }
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      for (const card of node.querySelectorAll?.('[data-alert]') ?? []) {
        const id = card.dataset.alert
        if (seen.came[id] && !seen.drawn[id]) {
          seen.drawn[id] = -1
          requestAnimationFrame(() => setTimeout(() => (seen.drawn[id] = performance.now())))
        }
      }
    }
  }).observe(document, { childList: true, subtree: true })
  let pressed = 0
  addEventListener('keydown', () => (pressed = performance.now()), true)
  addEventListener('focusin', () => {
    requestAnimationFrame(() => setTimeout(() => seen.chosen.push(performance.now() - pressed)))
  })`
/** How many alerts are wholly on the screen. */
const IN_SIGHT = `scrollTo(0, 0), [...document.querySelectorAll('[data-alert]')].filter((alert) => {
  const { top, bottom } = alert.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}).length`

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of the processor. */
  tdur?: number
  args: { name?: string }
}

/** Does something and judges the longest task of the page's main thread meanwhile. */
async function judged(page: Page, what: string, work: () => Promise<unknown>): Promise<void> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const named = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const main = new Set(named.map(thread))
  const tasks = trace.traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(thread(event)))
  const longest = Math.max(...tasks.map(({ tdur = 0 }) => tdur))
  report.judge(`${what}: longest task, ms of the processor`, longest / 1000, 'at most', 50)
}

async function openBoard(): Promise<Page> {
  const user = { id: 0, role: 'staff', first_name: 'Asha', last_name: 'Rao', email: null, phone_number: '9000000000' }
  const kept = { accessToken: await accessFor(bench, 'staff'), refreshToken: '-', user: JSON.stringify(user) }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  })
  await page.addInitScript(WATCH)
  await page.goto(`${server.url}/qr-alerts`)
  return page
}

await using bench = await startBenchDatabase()
await using server = await startServer(bench)
await using browser = await startBrowser()
const stickers = await createStickers(bench, ALERTS + NEW)
for (const [n, token] of stickers.slice(0, ALERTS).entries()) await press(server.url, token, place(n))
const page = await openBoard()
for (const density of ['Cards', 'Rows']) {
  await page.getByText(density, { exact: true }).click()
  const last = page.locator('[data-alert]').nth(ALERTS - 1)
  await last.waitFor({ state: 'attached' })
  await wait(3_000)
  // The elements of the other density are garbage now. Their one collection belongs to the change, not to the rest.
  await page.requestGC()
  await judged(page, `${density} at rest`, () => wait(REST_MS))
  await page.mouse.move(700, 600)
  await judged(page, `${density} while scrolling`, async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      await page.mouse.wheel(0, turn < 50 ? 300 : -300)
      await wait(50)
    }
  })
}
report.judge('alerts in sight as rows, 1440 x 900', await page.evaluate<number>(IN_SIGHT), 'at least', 18)
for (let n = 0; n < 10; n++) {
  const before = await page.evaluate<number>('seen.chosen.length')
  await page.keyboard.press('j')
  await page.waitForFunction((known) => Reflect.get(globalThis, 'seen').chosen.length > known, before)
}
const chosen = await page.evaluate<number[]>('seen.chosen.slice(-10)')
report.judge('from the key J to the frame with the next alert, ms, p95', percentile(chosen, 0.95), 'at most', 100)
await page.getByText('Cards', { exact: true }).click()
await wait(3_000)
await judged(page, 'While alerts are new', async () => {
  for (const [n, token] of stickers.slice(ALERTS).entries()) {
    await press(server.url, token, place(n))
    await wait(400)
  }
  await wait(1_000)
})
const drawn = await page.evaluate<number[]>(`Object.keys(seen.drawn).map((id) => seen.drawn[id] - seen.came[id])`)
printTable('From the socket to the frame, ms', [
  { alerts: drawn.length, p50: median(drawn), p95: percentile(drawn, 0.95) },
])
report.judge('new alerts drawn', drawn.length, 'at least', NEW)
report.judge('from the socket to the frame, ms, p50', median(drawn), 'at most', 50)

function place(n: number) {
  return { latitude: 12.9 + (n % 20) / 100, longitude: 77.5 + (n % 13) / 100, accuracy: 12 }
}
