/**
 * `npm run bench -- board`: the board with 300 open alerts that all ring, as cards and as rows, in Chromium at 1440 x 900. The
 * longest task of the page's main thread at rest, while scrolling and while 30 alerts are new is judged by its processor
 * time, which neighbours on the machine do not lengthen; tasks of more than 50 ms by the clock are listed. Of the new
 * alerts: from the arrival of the change in the browser to the frame that shows it. Options: --alerts N, --out FILE.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { press } from '../harness/press.ts'
import { staffProfile, startBenchBrowser } from './bench-browser.ts'
import { createStaff, createStickers, startBenchDatabase } from './bench-database.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { startReadServer } from './lists-reader.ts'
import { median, percentile, short } from './statistics.ts'
import { Report } from './verdicts.ts'

const { values: options } = parseArgs({
  options: { alerts: { type: 'string', default: '300' }, out: { type: 'string' } },
})
const ALERTS = Number(options.alerts)
const NEW = 30
const REST_MS = 20_000

/**
 * Runs in the page, as text because the tests are compiled without the DOM: the long tasks, and of each alert by its id when
 * its change arrived on the socket and when the frame with its card was drawn.
 */
const WATCH = `
  globalThis.seen = { long: [], came: {}, drawn: {} }
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: 'longtask' })
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
  }).observe(document, { childList: true, subtree: true })`

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of the processor. */
  tdur?: number
  /** `src_func`: the function of Chromium that queued the task. */
  args: { name?: string; src_func?: string }
}

/** Does something and judges the longest task of the page's main thread meanwhile. */
async function judged(page: Page, what: string, work: () => Promise<void>): Promise<void> {
  await page.evaluate('seen.long.splice(0)')
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const named = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const main = new Set(named.map(thread))
  const tasks = trace.traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(thread(event)))
  const longest = tasks.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))[0]
  console.log(
    `${what}: by the clock ${list(await page.evaluate('seen.long.splice(0)'))}; longest: ${longest?.args.src_func}`,
  )
  report.judge(`${what}: longest task, ms of the processor`, (longest?.tdur ?? Infinity) / 1000, 'at most', 50)
}

const report = new Report()
const foreign = watchForeignLoad()
const bench = await startBenchDatabase()
const { server, url } = await startReadServer(bench)
const browser = await startBenchBrowser()
try {
  const stickers = await createStickers(bench, ALERTS + NEW)
  for (const [n, token] of stickers.slice(0, ALERTS).entries()) await press(url, token, place(n))
  const [access] = await createStaff(bench, 1)
  const context = await staffProfile(browser, url, access!, { width: 1440, height: 900 })
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await page.goto(`${url}/qr-alerts`)
  for (const density of ['Cards', 'Rows']) {
    await page.getByText(density, { exact: true }).click()
    await page
      .locator('[data-alert]')
      .nth(ALERTS - 1)
      .waitFor({ state: 'attached' })
    await wait(3_000)
    // The elements of the other density are garbage now. Their one collection belongs to the change, not to the rest.
    await page.requestGC()
    await judged(page, `${density} at rest`, () => wait(REST_MS).then(() => {}))
    await page.mouse.move(700, 600)
    await judged(page, `${density} while scrolling`, async () => {
      for (let turn = 0; turn < 100; turn += 1) {
        await page.mouse.wheel(0, turn < 50 ? 300 : -300)
        await wait(50)
      }
    })
  }
  await page.getByText('Cards', { exact: true }).click()
  await wait(3_000)
  await judged(page, 'While alerts are new', async () => {
    for (const [n, token] of stickers.slice(ALERTS).entries()) {
      await press(url, token, place(n))
      await wait(400)
    }
    await wait(1_000)
  })
  const drawn = await page.evaluate<number[]>(`Object.keys(seen.drawn).map((id) => seen.drawn[id] - seen.came[id])`)
  console.log(`Drawn: ${list(drawn)}; p95 ${short(percentile(drawn, 0.95))} ms`)
  report.judge('new alerts drawn', drawn.length, 'at least', NEW)
  report.judge('from the socket to the frame, ms, p50', median(drawn), 'at most', 50)
  console.log(`\nOthers used ${short(foreign() * 100)} % of the machine meanwhile.`)
  report.finish(options.out)
} finally {
  await browser.close()
  await server.stop()
  await bench.stop()
}

function list(times: number[]): string {
  return times.length === 0 ? 'none' : times.map((each) => Math.round(each)).join(' ')
}

function place(n: number) {
  return { latitude: 12.9 + (n % 20) / 100, longitude: 77.5 + (n % 13) / 100, accuracy: 12 }
}
