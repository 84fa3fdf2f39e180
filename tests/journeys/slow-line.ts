import http from 'node:http'
import net from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { seeded } from '../harness/seeded.ts'

/** Each answer, and each piece of a WebSocket in either direction, is late by up to so many milliseconds. */
const LATE_MS = 700
/** So many times slower than on this machine a page thinks; less where the machine itself is busy. */
const PROCESSOR = Number(process.env.SLOW_PROCESSOR ?? 4)

/**
 * The seed of a line that is slow at random, from SLOW_LINE; null for tests that run as fast as they can. What a test does
 * at once after something that does not imply that the page is ready for it fails on such a line, sooner or later.
 */
export const slowLineSeed = (): number | null => (process.env.SLOW_LINE ? Number(process.env.SLOW_LINE) : null)

/**
 * A forward proxy for one browser, because a route of playwright's would change what tests see (the cache, their own
 * routes, going offline). A call is done at once and its answer held, so that news of it may come by the WebSocket first.
 */
export async function startSlowLine(seed: number): Promise<{ address: string; close(): void }> {
  const random = seeded(seed)
  const lateness = () => random() * LATE_MS
  const server = http.createServer((asked, answer) => {
    const { method, headers, url } = asked
    const forwarded = http.request(url!, { method, headers, agent: false }, (got) => {
      const deliver = () => {
        answer.writeHead(got.statusCode!, got.rawHeaders)
        got.pipe(answer)
      }
      setTimeout(deliver, new URL(url!).pathname.startsWith('/assets/') ? 0 : lateness())
    })
    forwarded.on('error', () => answer.destroy())
    answer.on('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  })
  server.on('connect', (asked: http.IncomingMessage, page: net.Socket) => {
    const { hostname, port } = new URL(`http://${asked.url}`)
    const product = net.connect(Number(port), hostname, () => page.write('HTTP/1.1 200 OK\r\n\r\n'))
    carryLate(page, product, lateness)
    carryLate(product, page, lateness)
  })
  // As a line does: it is the product that closes connections nobody uses.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** In order: what comes after a late piece is at least as late. */
function carryLate(from: net.Socket, to: net.Socket, lateness: () => number): void {
  let due = 0
  const later = (then: () => void) => {
    due = Math.max(due, Date.now() + lateness())
    setTimeout(then, Math.max(0, due - Date.now()))
  }
  from.on('data', (piece: Buffer) => later(() => to.writable && to.write(piece)))
  from.on('close', () => later(() => to.destroy()))
  from.on('error', () => to.destroy())
}

/** Every page of this browser thinks slowly. */
export function slowProcessors(browser: Browser): void {
  const slow = async (page: Page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR })
  }
  // A page that was closed meanwhile needs no slow processor.
  browser.on('context', (context) => context.on('page', (page) => void slow(page).catch(() => null)))
}
