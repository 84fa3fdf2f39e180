import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { BRAND, openLanding } from '../journeys/landing.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

const world = await fileWorld({ web: true, worker: false, settings: BRAND })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

const toHindi = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'हिन्दी' }).click()

/** Lines that two languages share, but for what the settings say. */
const sameWords = (one: string, other: string): string[] => {
  const lines = new Set(other.split('\n'))
  const settings: string[] = Object.values(BRAND)
  return one.split('\n').filter((line) => /\p{L}{3}/u.test(line) && lines.has(line) && !settings.includes(line))
}

const readLang = (page: Page) => page.evaluate(() => document.documentElement.lang)

test('the switch to Hindi changes every text, sets the language of the page and is remembered', async () => {
  const page = await openLanding(browser, world)
  expect(await readLang(page)).toBe('en-IN')
  const english = await page.getByRole('main').innerText()
  await toHindi(page)
  await eventually(() => readLang(page)).toBe('hi-IN')
  const hindi = await page.getByRole('main').innerText()
  expect(sameWords(english, hindi)).toEqual([])
  expect(await page.title()).toMatch(/एम्बुलेंस/)
  await page.reload()
  await page.getByRole('banner').getByRole('link', { name: 'सदस्य बनें' }).waitFor()
  expect(await readLang(page)).toBe('hi-IN')
  await page.getByRole('banner').getByRole('button', { name: 'English' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Subscribe Now' }).waitFor()
  expect(await readLang(page)).toBe('en-IN')
})

test('a first visit speaks the first language of the browser that we have', async () => {
  const context = await browser.newContext({ locale: 'hi-IN' })
  const page = await context.newPage()
  await page.goto(world.url)
  await page.getByRole('banner').getByRole('link', { name: 'सदस्य बनें' }).waitFor()
  const other = await browser.newContext({ locale: 'ta-IN' })
  const tamil = await other.newPage()
  await tamil.goto(world.url)
  await tamil.getByRole('banner').getByRole('link', { name: 'Subscribe Now' }).waitFor()
})

/** Cards are what a reader takes in at one look. Returns each one that promises something for nothing. */
const promises = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<Element>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent!.normalize('NFC')
      if (!/\bfree\b|at no charge|मुफ़्त|निःशुल्क|नि:शुल्क/iu.test(text)) continue
      found.add(walker.currentNode.parentElement!.closest('article, details, li, tr, p')!)
    }
    return [...found].map((card) => card.textContent.normalize('NFC'))
  })

test('wherever something is called free, the same card names one ride, 10 km and 15 km', async () => {
  const page = await openLanding(browser, world)
  const english = await promises(page)
  expect(english.length).toBeGreaterThanOrEqual(4)
  for (const card of english) expect(card).toMatch(/(?=.*one (ambulance )?ride)(?=.*10\s?km)(?=.*15\s?km)/is)
  await toHindi(page)
  await page.getByRole('heading', { level: 1, name: 'आप फ़ोन न कर सकें' }).waitFor()
  const hindi = await promises(page)
  expect(hindi).toHaveLength(english.length)
  for (const card of hindi) expect(card).toMatch(/(?=.*एक यात्रा)(?=.*10\s?किमी)(?=.*15\s?किमी)/su)
})

const LEGAL: [path: string, english: string, hindi: string][] = [
  ['/privacy', 'Privacy policy', 'निजता नीति'],
  ['/terms', 'Terms and Conditions', 'नियम और शर्तें'],
  ['/refunds', 'Refunds and cancellation', 'पैसे की वापसी और रद्द करना'],
  ['/contact', 'Contact', 'संपर्क'],
]

test.each(LEGAL)(
  '%s speaks English and Hindi, says that counsel has not read it, and fits',
  async (path, english, hindi) => {
    const page = await visit(browser, world, path)
    await page.getByRole('heading', { level: 1, name: english }).waitFor()
    await page.getByText('counsel has not yet reviewed this text').waitFor()
    const before = await page.getByRole('article').innerText()
    await page.getByRole('button', { name: 'हिन्दी' }).click()
    await page.getByRole('heading', { level: 1, name: hindi }).waitFor()
    expect(await readLang(page)).toBe('hi-IN')
    expect(sameWords(before, await page.getByRole('article').innerText())).toEqual([])
    expect([path, ...(await problemsInEveryLook(page))]).toEqual([path])
  },
)

test('no public page scrolls sideways on a phone of 320 pixels, in either language', async () => {
  const page = await openLanding(browser, world)
  await page.setViewportSize({ width: 320, height: 640 })
  const paths = ['/', ...LEGAL.map(([path]) => path), '/s/practice', '/s/practice/status']
  const all = paths.flatMap((path) => [`${path}?lang=en`, `${path}?lang=hi`])
  for (const path of [
    ...all,
    '/register',
    '/register#contacts',
    '/register#health',
    '/userlogin',
    '/login',
    '/nowhere',
  ]) {
    await page.goto(`${world.url}${path}`)
    await page.getByRole('heading').first().waitFor()
    const widths = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([path, widths]).toEqual([path, 320])
  }
})

test('in both languages the page is accessible, fits and logs no error, desk and phone', async () => {
  const page = await openLanding(browser, world)
  for (const language of ['English', 'हिन्दी']) {
    await page.getByRole('banner').getByRole('button', { name: language }).click()
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
    expect([language, ...(await problemsInEveryLook(page))]).toEqual([language])
  }
})
