import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** Chromium without windows; `CHROMIUM_PATH` names another one. */
export const startBenchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })

/** A fresh profile in which a staff member is logged in. `viewport` in CSS pixels. */
export function staffProfile(
  browser: Browser,
  url: string,
  access: string,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const user = { id: 0, role: 'staff', first_name: 'Asha', last_name: 'Rao', email: null, phone_number: '9000000000' }
  const kept = Object.entries({ accessToken: access, refreshToken: '-', user: JSON.stringify(user) })
  const localStorage = kept.map(([name, value]) => ({ name, value }))
  return browser.newContext({ viewport, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } })
}
