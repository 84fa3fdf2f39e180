import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { createSubscriber, type Sticker } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { fileBrowser } from './browser.ts'

/** For the tests of a file: a world, and bystanders' phones that scan a sticker. After each test they are gone. */
export async function scanPhone() {
  const world = await fileWorld({ worker: false, web: true })
  const browser = await fileBrowser()
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  return {
    world,
    browser,
    /** The bystander's phone on the scan page of a registered sticker. */
    async scan(options: BrowserContextOptions = {}): Promise<{ page: Page; sticker: Sticker }> {
      const { sticker } = await createSubscriber(world)
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-IN', ...options })
      const page = await context.newPage()
      await page.goto(`${world.url}/s/${sticker.token}`)
      return { page, sticker }
    },
    button: (page: Page) => page.locator('#form button'),
    alertsOf: (sticker: Sticker) =>
      world.db.selectFrom('alerts').selectAll().where('coupon_id', '=', sticker.id).execute(),
    onStatusPage: (page: Page) => page.waitForURL(/\/a\/[\w-]+/),
  }
}
