import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterAll, expect } from 'vitest'
import type { Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import type { World } from '../harness/world.ts'
import { slowLineSeed, slowProcessors, startSlowLine } from './slow-line.ts'

// The shell is Chromium without its windows: a page costs half the time of a processor.
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test does not live long enough to win back what its best code costs: a fifth of a processor's time for each.
  '--js-flags=--no-opt',
]

function pathOfChromium(whole: boolean): string {
  const file = process.env.CHROMIUM_PATH ?? CANDIDATES.slice(whole ? 1 : 0).find((each) => fs.existsSync(each))
  if (file && fs.existsSync(file)) return file
  throw new Error('Browser tests need Chromium: install it (apt install chromium) or name it in CHROMIUM_PATH.')
}

/** A profile in this empty folder whose settings block cookies and site data. */
export async function launchBlockedProfile(folder: string): Promise<BrowserContext> {
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  fs.mkdirSync(path.join(folder, 'Default'))
  fs.writeFileSync(path.join(folder, 'Default/Preferences'), JSON.stringify(settings))
  const profile = await chromium.launchPersistentContext(folder, {
    executablePath: pathOfChromium(true),
    args: [...ARGUMENTS, '--autoplay-policy=document-user-activation-required'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-IN',
  })
  await profile.addInitScript(countSounds)
  return profile
}

/** A real Chromium. `CHROMIUM_PATH` names another one. By default pages may sound only after a click or key press.
 * `whole`: with what the shell has not, such as notifications. */
export async function launchBrowser({ whole = false } = {}): Promise<Browser> {
  const executablePath = pathOfChromium(whole)
  const seed = slowLineSeed()
  const line = seed === null ? null : await startSlowLine(seed)
  const browser = await chromium.launch({
    executablePath,
    args: [...ARGUMENTS, '--autoplay-policy=document-user-activation-required'],
    ...(line ? { proxy: { server: line.address } } : {}),
  })
  if (line) {
    slowProcessors(browser)
    browser.on('disconnected', line.close)
  }
  return browser
}

/** Those of this process, by whether they are whole: a start costs as much as two pages. They end with the process. */
const running = new Map<boolean, Browser>()

/** A browser for every test of the file whose first lines ask for it; its profiles end with the file. */
export async function fileBrowser({ whole = false } = {}): Promise<Browser> {
  const found = running.get(whole)
  const browser = found?.isConnected() ? found : await launchBrowser({ whole })
  running.set(whole, browser)
  afterAll(async () => {
    idle.delete(browser)
    await Promise.all(browser.contexts().map((context) => context.close()))
  })
  return browser
}

/** What a page said on its console and threw; a good page says nothing. */
export const complaints = new WeakMap<Page, string[]>()

interface Visit {
  /** Signed in as; nobody when left out. */
  as?: Person
  phone?: boolean
  dark?: boolean
  /** Another tab of this browser profile instead of a profile of its own. */
  beside?: Page
}

/** Opens a page of the product in a browser profile of its own (own storage, own locks: another computer). */
export async function visit(browser: Browser, world: World, path: string, options: Visit = {}): Promise<Page> {
  const context = options.beside?.context() ?? (await newProfile(browser, world, options))
  const page = await context.newPage()
  const said: string[] = []
  complaints.set(page, said)
  page.on('console', (message) => {
    // The browser's own word on an address that does not exist, whose page says so.
    const unknown = message.text().includes('status of 404') && message.location().url === page.url()
    if (['error', 'warning'].includes(message.type()) && !unknown) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  // A test leaves a page as it likes.
  page.on('dialog', (asked) => asked.type() === 'beforeunload' && void asked.accept())
  await page.goto(`${world.url}${path}`)
  return page
}

/** Opens a page that needs no login (a link a person was sent) on a phone of its own. */
export async function visitOnPhone(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-IN', ...options })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Profiles that nobody uses now, by their kind: what they have compiled and cached need not be again. */
const idle = new WeakMap<Browser, Map<string, BrowserContext[]>>()
/** What a profile is kept under; one that a test changed in a way that stays has none. */
const kindOf = new WeakMap<BrowserContext, string>()

/** Closes every page, so that one test's consoles do not work on through the next. */
export async function closeProfiles(browser: Browser): Promise<void> {
  const kinds = idle.get(browser) ?? new Map<string, BrowserContext[]>()
  idle.set(browser, kinds)
  await Promise.all(
    browser.contexts().map(async (context) => {
      const kind = kindOf.get(context)
      if (!kind) return context.close()
      const kept = kinds.get(kind) ?? []
      if (kept.includes(context)) return undefined
      await Promise.all(context.pages().map((page) => page.close()))
      await context.unrouteAll()
      await context.setOffline(false)
      kinds.set(kind, [...kept, context])
      return undefined
    }),
  )
}

/** From here on the clock of the page is the test's. Its profile is not kept: the clock stays with it. */
export async function takeClock(page: Page, time?: number): Promise<void> {
  kindOf.delete(page.context())
  await page.clock.install(time === undefined ? {} : { time })
}

/** The same for a page that rings: no answer of the server says what time it is there. It is loaded again. */
export async function takeClockOfConsole(page: Page): Promise<void> {
  await page.route('**/trpc/**', async (route) => {
    const response = await route.fetch().catch(() => null)
    if (!response) return
    const { date: _date, ...headers } = response.headers()
    await route.fulfill({ response, headers }).catch(() => null)
  })
  await takeClock(page)
  await page.reload()
  await arm(page)
}

/** A profile with this session and nothing else: a kept one, or a new one. */
async function newProfile(browser: Browser, world: World, { as, phone = false, dark = false }: Visit) {
  // Written by the browser itself: a script of ours would count as a user's gesture and arm the sound.
  const storage = { cookies: [], origins: as ? [{ origin: world.url, localStorage: sessionOf(as) }] : [] }
  const kind = `${phone ? 'phone' : 'desk'} ${dark ? 'dark' : 'light'}`
  const kept = idle.get(browser)?.get(kind)?.pop()
  if (kept) {
    await kept.setStorageState(storage)
    return kept
  }
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    // Endless animations cost as much as all else a page does, and a colour halfway through one is nobody's fault.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    storageState: storage,
  })
  context.setDefaultTimeout(120_000)
  await context.addInitScript(countSounds)
  kindOf.set(context, kind)
  return context
}

/** The session as a login leaves it. */
export function sessionOf(person: Person): { name: string; value: string }[] {
  const { first_name, phone_number, actor } = person
  const user = { id: person.id, role: actor.role, first_name, last_name: 'Rao', email: null, phone_number }
  return [
    { name: 'accessToken', value: person.access },
    { name: 'refreshToken', value: person.refresh },
    { name: 'user', value: JSON.stringify(user) },
    { name: 'userId', value: String(person.id) },
  ]
}

/** Runs in the page: counts what the audio hardware is given to loop, without the product knowing. */
function countSounds(): void {
  const state = { looping: 0, seconds: 0, loudness: 0 }
  Object.assign(window, { sounds: state })
  const { start, stop } = AudioBufferSourceNode.prototype
  AudioBufferSourceNode.prototype.start = function (...when) {
    state.looping += 1
    state.seconds = this.buffer?.duration ?? 0
    const samples = this.buffer?.getChannelData(0) ?? new Float32Array(1)
    state.loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
    return start.apply(this, when)
  }
  AudioBufferSourceNode.prototype.stop = function (...when) {
    state.looping -= 1
    return stop.apply(this, when)
  }
}

/** A page whose sound the browser has rejected. Looking into the page any earlier would count as a user's gesture. */
export async function silentPage(page: Page): Promise<Page> {
  await until('the browser rejects sound', () =>
    complaints.get(page)?.some((line) => line.includes('AudioContext was not allowed to start')),
  )
  return page
}

/** How many sirens loop in a page right now. */
export const sirens = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { sounds: { looping: number } }).sounds.looping)

/** Seconds of the pattern that was started last: the urgent one is shorter than the normal one. */
export const sirenSeconds = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { sounds: { seconds: number } }).sounds.seconds)

/** Root mean square of the pattern that was started last: how much sound it holds between silence (0) and a square (1). */
export const loudness = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { sounds: { loudness: number } }).sounds.loudness)

/** The round button, by what it says about itself. */
export const widget = (page: Page, state: 'active' | 'offline') =>
  page.getByRole('button', {
    name: state === 'active' ? 'Alert system is active.' : 'Alert system is offline. Click to retry.',
  })

/** Presses a key, which arms the sound, and waits until the widget is green. */
export async function arm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Alert system/ }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await widget(page, 'active').waitFor()
}

/**
 * Calls to an address fail until what is returned is given the press that asks again. What asks on its own while the
 * press waits for its button fails, too: an answer would take the button away.
 */
export async function failing(page: Page, address: string): Promise<(press: Promise<void>) => Promise<void>> {
  let pressed: Promise<void> | null = null
  await page.route(address, async (route) => {
    const asked = pressed?.then(() => true).catch(() => false)
    if (!(await Promise.race([asked, wait(1_000, false)]))) return route.abort()
    // By then the page may have been left.
    await route.continue().catch(() => null)
  })
  return async (press) => {
    pressed = press
    await press
  }
}

/** Presses an entry of a menu: of the board's, or of one whose button has another name. */
export async function fromMenu(inside: Page | Locator, name: string, menu = 'More'): Promise<void> {
  await inside.getByRole('button', { name: menu, exact: true }).click()
  await inside.getByRole('menuitem', { name }).click()
}

/** `expect.poll` with the patience of a browser on a busy machine. */
export function eventually<T>(look: () => T | Promise<T>) {
  return expect.poll(look, { timeout: 120_000, interval: 50 })
}

/** The newest code sent to a number, from the development inbox. */
export async function codeSentTo(world: World, phone_number: string): Promise<string> {
  const answer = await fetch(`${world.url}/api/dev/messages/?to=${phone_number}`)
  const messages = (await answer.json()) as { text: string }[]
  return /\d{6}/.exec(messages[0]?.text ?? '')?.[0] ?? ''
}
