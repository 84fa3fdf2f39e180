import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createWorld, fileWorld } from '../harness/world.ts'
import { closeProfiles, visit, fileBrowser } from './browser.ts'
import { problemsInEveryLook } from './viewports.ts'

const BRAND = {
  BRAND_NAME: 'Sanjivani & Sons </script><b>',
  BRAND_EMAIL: 'care@sanjivani.example',
  BRAND_PHONE: '+91 80 4718 2222',
  BRAND_ADDRESS: '14 MG Road, Bengaluru 560001',
  COMPANY_NAME: 'Sanjivani Seva Pvt Ltd',
  COMPANY_ADDRESS: '2 Registered Road, Mysuru 570001',
  COMPANY_CIN: 'U85110KA2020PTC000000',
  GRIEVANCE_OFFICER: 'Lakshmi Rao',
  GRIEVANCE_EMAIL: 'officer@sanjivani.example',
  GRIEVANCE_PHONE: '080 4718 2223',
  PRICE_BASIC: '1250',
  PRICE_GOLD: '2500',
  BRAND_MAP_URL: 'https://maps.example/?q=14+MG+Road&z="17"',
}

const world = await fileWorld({ web: true, worker: false, settings: BRAND })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

const opened = async (look: { phone?: boolean; dark?: boolean } = {}): Promise<Page> => {
  const page = await visit(browser, world, '/', { ...look })
  // The first words, which the server writes, have a heading, too, but none of this.
  await page.getByRole('banner').waitFor()
  return page
}

/** Lines that two languages share, but for what the settings say. */
const sameWords = (one: string, other: string): string[] => {
  const lines = new Set(other.split('\n'))
  const settings: string[] = Object.values(BRAND)
  return one.split('\n').filter((line) => /\p{L}{3}/u.test(line) && lines.has(line) && !settings.includes(line))
}

const readLang = (page: Page) => page.evaluate(() => document.documentElement.lang)

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

test('officer and company of the settings stand on the contact page', async () => {
  const page = await visit(browser, world, '/contact')
  const article = page.getByRole('article')
  for (const name of ['COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_CIN', 'GRIEVANCE_OFFICER'] as const) {
    await article.getByText(BRAND[name]).first().waitFor()
  }
  await article.getByRole('link', { name: BRAND.GRIEVANCE_EMAIL }).waitFor()
})

test('landing page, terms and the dialog of the registration say the same about treatment', async () => {
  const sentence = 'Basic and Gold do not pay for treatment. Upgrade plans cover free treatment at leading hospitals'
  const page = await opened()
  await page.getByText(sentence).waitFor()
  await page.goto(`${world.url}/terms`)
  await page.getByText(sentence).waitFor()
})

test('no public page scrolls sideways on a phone of 320 pixels, in either language', async () => {
  const page = await opened()
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

test('a map address that is no web address is not made a link', async () => {
  const other = await createWorld({ web: true, worker: false, settings: { BRAND_MAP_URL: 'javascript:alert(1)' } })
  try {
    const page = await visit(browser, other, '/')
    await page.getByRole('contentinfo').getByText('New Delhi').waitFor()
    expect(await page.getByRole('link', { name: 'Show on a map' }).count()).toBe(0)
    expect(await page.content()).not.toContain('javascript:')
  } finally {
    await other.stop()
  }
})
