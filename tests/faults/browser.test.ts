import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { KEEP_ALIVE } from '../../web/src/features/alerts/live/keep-alive.ts'
import { closeProfiles, visit, visitOnPhone, fileBrowser } from '../journeys/browser.ts'
import { faultRow } from '../harness/fault-row.ts'
import { createPerson, createSubscriber, type Sticker } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startTcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, web: true })
const proxy = await startTcpProxy(Number(new URL(world.url).port))
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))
afterAll(async () => {
  await proxy?.close()
})

faultRow(
  {
    row: 9,
    fault: 'the socket of a screen is half open: the server is there, nothing arrives',
    promised: 'the screen says that it is not live within ten seconds, and asks over HTTP meanwhile',
  },
  async () => {
    const staff = await createPerson(world, 'staff')
    const through = { ...world, url: proxy.through(world.url) }
    const page = await visit(browser, through, '/nowhere', { as: staff })
    // The socket's own pings would notice it too, some seconds later: here they wait forever.
    await page.addInitScript((pong_ms) => {
      const original = window.setTimeout
      window.setTimeout = ((run: () => void, ms?: number, ...given: unknown[]) =>
        original(run, ms === pong_ms ? 3_600_000 : ms, ...given)) as typeof window.setTimeout
    }, KEEP_ALIVE.pongTimeoutMs)
    await page.goto(`${through.url}/qr-alerts`)
    const notice = page.getByText(/^Not live since/)
    const socket = () => [...proxy.links].filter(({ begin }) => /upgrade: websocket/i.test(begin))
    await until('its socket is open', () => socket().length > 0)
    const first = await createSubscriber(world, { first_name: 'Farid' })
    await press(world.url, first.sticker.token)
    await page.getByRole('article', { name: 'Farid Kumar' }).waitFor()
    for (const link of socket()) link.hold()
    proxy.on_data = (link) => {
      if (/upgrade: websocket/i.test(link.begin)) link.hold()
    }
    const begin = performance.now()
    // Seven seconds of silence and a second between two looks; up to what is promised there is room for a busy machine.
    await notice.waitFor({ timeout: 10_000 })
    const noticed = ((performance.now() - begin) / 1000).toFixed(1)
    const second = await createSubscriber(world, { first_name: 'Gita' })
    await press(world.url, second.sticker.token)
    await page.getByRole('article', { name: 'Gita Kumar' }).waitFor()
    proxy.on_data = null
    for (const link of socket()) link.cut()
    await notice.waitFor({ state: 'detached' })
    return {
      happened: `said so after ${noticed} s, showed the next alert over HTTP, live again afterwards`,
      acknowledged: 2,
      lost: 0,
      doubles: 0,
    }
  },
)

const callVisible = (page: Page) => page.locator('a[href="tel:112"]:visible').first().waitFor()
const reportsOf = async (sticker: Sticker) =>
  (await world.db.selectFrom('alerts').select('report_count').where('coupon_id', '=', sticker.id).execute()).map(
    ({ report_count }) => report_count,
  )

/** The ways in which a bystander's phone is bad; each returns when the page shows that the press has arrived. */
const PHONES: Record<string, (sticker: Sticker) => Promise<void>> = {
  async 'without JavaScript'(sticker) {
    const page = await visitOnPhone(browser, `${world.url}/s/${sticker.token}`, { javaScriptEnabled: false })
    await callVisible(page)
    await page.locator('#form button').click()
    await arrived(page)
  },
  async 'location denied on a slow network'(sticker) {
    proxy.delay_ms = 150
    const page = await visitOnPhone(browser, `${proxy.through(world.url)}/s/${sticker.token}`, { permissions: [] })
    await callVisible(page)
    await page.locator('#form button').click()
    await arrived(page)
    proxy.delay_ms = 0
  },
  async 'offline at the press'(sticker) {
    const page = await visitOnPhone(browser, `${world.url}/s/${sticker.token}`)
    await page.context().setOffline(true)
    await page.locator('#form button').click()
    await page.getByText('No network. Call 112. We keep trying.').waitFor()
    await callVisible(page)
    await page.context().setOffline(false)
    await arrived(page)
  },
  async 'cut off before the answer'(sticker) {
    const page = await visitOnPhone(browser, `${proxy.through(world.url)}/s/${sticker.token}`)
    // Each time, also when the browser or the page sends the same body again at once: then the form goes.
    let sent = false
    proxy.on_data = (link, direction, piece) => {
      if (direction !== 'up' || !piece.includes('POST /api/scan/')) return
      if (sent) return link.cut()
      sent = true
      link.hold('down')
    }
    await page.locator('#form button').click()
    await until('the press is on its way and its alert is there', async () => (await reportsOf(sticker)).length > 0)
    for (const link of proxy.links) link.cut()
    await arrived(page)
    proxy.on_data = null
  },
}
async function arrived(page: Page): Promise<void> {
  await page.waitForURL(/\/a\/[\w-]+/)
  await callVisible(page)
}

faultRow(
  {
    row: 29,
    fault: `a bystander's phone is bad: ${Object.keys(PHONES).join(', ')}`,
    promised: 'the alert is raised, once, and the call to 112 is on the screen all the time',
  },
  async () => {
    const wrong: string[] = []
    for (const [name, use] of Object.entries(PHONES)) {
      const { sticker } = await createSubscriber(world)
      await use(sticker)
      const reports = await reportsOf(sticker)
      if (reports.join() !== '1') wrong.push(`${name}: ${reports.join() || 'no'} reports`)
    }
    expect(wrong).toEqual([])
    const count = Object.keys(PHONES).length
    return { happened: `${count} phones, one alert with one report each`, acknowledged: count, lost: 0, doubles: 0 }
  },
)
