/**
 * `npm run bench:first-list`: a staff member on a phone opens the first list, and the board, in a browser that has loaded
 * nothing before: from the address to the first row, on 4G as Chrome's developer tools have it ("Fast 4G": 8.1 Mbit/s,
 * 165 ms), beside the same without a slow line. Options: --rounds N, --out FILE.
 */
import { parseArgs } from 'node:util'
import { press } from '../harness/press.ts'
import { staffProfile, startBenchBrowser } from './bench-browser.ts'
import { createStaff, createStickers, startBenchDatabase } from './bench-database.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { startReadServer } from './lists-reader.ts'
import { median, nowMs, printTable, short } from './statistics.ts'
import { Report } from './verdicts.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, out: { type: 'string' } },
})
const FAST_4G = { offline: false, latency: 165, downloadThroughput: 8.1e6 / 8, uploadThroughput: 1.35e6 / 8 }
/** The back office's goal for its first list on 4G. */
const LIMIT_MS = 2_000
const PAGES = { '/all-subscribers': 'Ravi Kumar', '/qr-alerts': 'Ravi Kumar' }

const report = new Report()
const foreign = watchForeignLoad()
const bench = await startBenchDatabase()
const { server, url } = await startReadServer(bench)
const browser = await startBenchBrowser()
try {
  const stickers = await createStickers(bench, 30)
  for (const token of stickers.slice(0, 5)) await press(url, token)
  const [access] = await createStaff(bench, 1)
  const rows = []
  for (const [path, person] of Object.entries(PAGES)) {
    const times: Record<'line' | 'no_line', number[]> = { line: [], no_line: [] }
    // In turns, so that a neighbour on the machine slows both.
    for (let round = 0; round < Number(options.rounds); round++) {
      times.no_line.push((await open(path, person, access!, false)).ms)
      times.line.push((await open(path, person, access!, true)).ms)
    }
    const { requests } = await open(path, person, access!, true)
    const [on_4g, without] = [median(times.line), median(times.no_line)]
    rows.push({
      page: path,
      'on 4G, ms': on_4g,
      'without, ms': without,
      'on 4G over without': on_4g / without,
      requests,
    })
    report.judge(`${path}: first row on 4G, ms`, on_4g, 'at most', LIMIT_MS)
  }
  printTable(`A fresh phone, median of ${options.rounds}`, rows)
  console.log(`\nOthers used ${short(foreign() * 100)} % of the machine meanwhile.`)
  report.finish(options.out)
} finally {
  await browser.close()
  await server.stop()
  await bench.stop()
}

/** Milliseconds from the address to the person's name in the page, in a profile of its own, and the requests until then. */
async function open(path: string, person: string, access: string, slow: boolean) {
  const context = await staffProfile(browser, url, access, { width: 390, height: 844 })
  try {
    const page = await context.newPage()
    if (slow) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', FAST_4G)
    let requests = 0
    page.on('request', () => (requests += 1))
    const begin = nowMs()
    await page.goto(`${url}${path}`, { waitUntil: 'commit' })
    await page.getByText(person).first().waitFor()
    return { ms: nowMs() - begin, requests }
  } finally {
    await context.close()
  }
}
