import type { Page } from 'playwright-core'
import { afterEach, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const asha = await createPerson(world, 'staff', 'Asha')

afterEach(() => closeProfiles(browser))

/** Counts the requests whose address or body names a procedure. */
function counting(page: Page, name: string) {
  const asked = { count: 0 }
  page.on('request', (request) => request.url().includes(name) && asked.count++)
  return asked
}

/**
 * What Chromium does in a tab hidden for five minutes: a timer that began in a timer that began in a timer ..., as the
 * later ones of `setInterval` all do, runs once a minute.
 */
function slowTimers(): void {
  const { setTimeout: plain, setInterval: every } = window
  const CHAINED = 5
  let depth = 0
  const at = (own: number, work: () => void) => () => {
    depth = own
    work()
    depth = 0
  }
  Object.assign(window, {
    setTimeout: (work: () => void, milliseconds = 0) =>
      plain(at(depth + 1, work), depth + 1 < CHAINED ? milliseconds : 60_000),
    setInterval: (work: () => void) => every(at(CHAINED, work), 60_000),
  })
}

test('a console whose timers the browser slows polls on without the socket, and reports itself', async () => {
  const page = await visit(browser, world, '/login', { as: asha })
  await page.addInitScript(slowTimers)
  await page.routeWebSocket('**/trpc-ws**', (socket) => socket.close())
  const polls = counting(page, 'alerts.list')
  const reports = counting(page, 'alerts.reportConsole')
  await page.goto(`${world.url}/qr-alerts`)
  await page.getByText(/^Not live since/).waitFor()
  const [polled, reported] = [polls.count, reports.count]
  await until('it has polled again', () => polls.count > polled + 2, 50_000)
  await until('it has reported again', () => reports.count > reported, 50_000)
})

test('a report that is never answered holds back no later one', async () => {
  const page = await visit(browser, world, '/login', { as: asha })
  await page.route('**/trpc/alerts.reportConsole**', () => {}, { times: 1 })
  const reports = counting(page, 'alerts.reportConsole')
  await page.goto(`${world.url}/qr-alerts`)
  await until('the second goes out', () => reports.count > 1)
  await until('it has arrived', async () => (await world.db.selectFrom('consoles').select('id').execute()).length > 0)
})

test('a console that is one too many for its user goes live on its own when another has gone', async () => {
  const screens = Array.from({ length: 40 }, () => openScreen(world.url, asha.access))
  await Promise.all(screens.map(isLive))
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  const strip = page.getByText(/^Not live since/)
  await strip.waitFor()
  await Promise.all(screens.map((screen) => screen.close()))
  await strip.waitFor({ state: 'detached' })
})
