import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createWorld, fileWorld } from '../harness/world.ts'
import { closeProfiles, complaints, eventually, visit, fileBrowser } from './browser.ts'
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

const sections = (page: Page) => page.getByRole('main').getByRole('region')

const toHindi = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'हिन्दी' }).click()

/** Lines that two languages share, but for what the settings say. */
const sameWords = (one: string, other: string): string[] => {
  const lines = new Set(other.split('\n'))
  const settings: string[] = Object.values(BRAND)
  return one.split('\n').filter((line) => /\p{L}{3}/u.test(line) && lines.has(line) && !settings.includes(line))
}

const readLang = (page: Page) => page.evaluate(() => document.documentElement.lang)

test('the landing page has every section of the specification, in its order', async () => {
  const page = await opened()
  const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
  const wanted = [/^Why Choose/, /^How It Works$/, /^Subscriber Benefits$/, /^Contact$/]
  const places = wanted.map((title) => titles.findIndex((text) => title.test(text)))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const why = page.getByRole('region', { name: /^Why Choose/ }).getByRole('heading', { level: 3 })
  expect(await why.allTextContents()).toEqual(['Fast dispatch', 'Nationwide coverage', '24/7, every day'])
})

test('all five benefits of the subscription are named', async () => {
  const page = await opened()
  const benefits = page.getByRole('region', { name: 'Subscriber Benefits' }).getByRole('article')
  const texts = await benefits.allTextContents()
  const wanted = [/free ambulance/i, /no hidden charges/, /phone number of its driver/, /to the hospital/, /treatment/]
  expect(texts).toHaveLength(wanted.length)
  for (const [index, text] of texts.entries()) expect(text).toMatch(wanted[index]!)
})

test('the header leads to subscription and login, and both open', async () => {
  const page = await opened()
  const header = page.getByRole('banner')
  expect(await header.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/userlogin')
  await header.getByRole('link', { name: 'Subscribe Now' }).click()
  await page.waitForURL('**/register')
  await page.getByText('Personal Information').first().waitFor()
  await page.goBack()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.waitForURL('**/userlogin')
  await page.getByRole('button', { name: 'Send OTP' }).waitFor()
})

test.each([{ phone: false }, { phone: true }])(
  '112 and 108 can be dialled without scrolling, and the page says that it replaces neither (%o)',
  async (look) => {
    const page = await opened(look)
    const tops = new Set<number>()
    for (const number of ['112', '108']) {
      const link = page.getByRole('banner').locator(`a[href="tel:${number}"]`)
      const box = await link.boundingBox()
      expect(box!.y + box!.height).toBeLessThan(100)
      expect(box!.height).toBeGreaterThanOrEqual(44)
      tops.add(box!.y)
    }
    expect(tops.size).toBe(1)
    await page.getByText('This service does not replace 112.').filter({ visible: true }).first().waitFor()
  },
)

test('bystanders read that the law protects them and that they need not give a name', async () => {
  const page = await opened()
  const helper = sections(page).filter({ hasText: 'section 134A' })
  await helper.getByText('You need not give your name').waitFor()
  await helper.getByText('You may leave').waitFor()
})

/** Cards are what a reader takes in at one look. Returns each one that promises something for nothing. */
const promises = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<Element>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent!.normalize('NFC')
      if (!/\bfree\b|at no charge|मुफ़्त|निःशुल्क|नि:शुल्क/iu.test(text)) continue
      found.add(walker.currentNode.parentElement!.closest('[data-promise], article, details, li, tr, p')!)
    }
    return [...found].map((card) => card.textContent.normalize('NFC'))
  })

test('wherever something is called free, the same card names one ride, 10 km and 15 km', async () => {
  const page = await opened()
  const english = await promises(page)
  expect(english.length).toBeGreaterThanOrEqual(4)
  for (const card of english) expect(card).toMatch(/(?=.*one (ambulance )?ride)(?=.*10 ?km)(?=.*15 ?km)/is)
  await toHindi(page)
  await page.getByRole('heading', { level: 1, name: 'आप फ़ोन न कर सकें' }).waitFor()
  const hindi = await promises(page)
  expect(hindi).toHaveLength(english.length)
  for (const card of hindi) expect(card).toMatch(/(?=.*एक यात्रा)(?=.*10 ?किमी)(?=.*15 ?किमी)/su)
})

test('Basic and Gold are compared by what the plans state, with the prices of the settings and no other', async () => {
  const page = await opened()
  const rows = await page.getByRole('table').getByRole('row').allInnerTexts()
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual(
    expect.arrayContaining(['Distance covered up to 10 km up to 15 km', 'Ambulance rides in one term 1 1']),
  )
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toContain('One year, all taxes included ₹1,250 ₹2,500')
  const amounts = (await page.getByRole('main').innerText()).match(/₹[\d,]+/g)
  expect(new Set(amounts)).toEqual(new Set(['₹1,250', '₹2,500']))
})

test('the switch to Hindi changes every text, sets the language of the page and is remembered', async () => {
  const page = await opened()
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

test('e-mail, phone, address, map and name of the settings are on the page, as text and never as markup', async () => {
  const page = await opened()
  const footer = page.getByRole('contentinfo')
  await footer.getByText(BRAND.BRAND_NAME, { exact: true }).waitFor()
  const hrefs = await footer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(expect.arrayContaining([`mailto:${BRAND.BRAND_EMAIL}`, 'tel:+918047182222']))
  expect(hrefs).toContain(new URL(BRAND.BRAND_MAP_URL).href)
  await footer.getByText(BRAND.BRAND_ADDRESS).waitFor()
  expect(await page.title()).toContain(BRAND.BRAND_NAME)
  await page.goto(`${world.url}/userlogin`)
  await page.getByRole('banner').getByText(BRAND.BRAND_NAME, { exact: true }).waitFor()
  expect(complaints.get(page)).toEqual([])
})

test('the company stands on the page by name, address, number and grievance officer, and its four pages are linked', async () => {
  const page = await opened()
  const company = page.getByRole('region', { name: 'Who stands behind it' })
  for (const name of ['COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_CIN', 'GRIEVANCE_OFFICER'] as const) {
    await company.getByText(BRAND[name], { exact: true }).waitFor()
  }
  expect(await page.getByText('made up').count()).toBe(0)
  const hrefs = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(expect.arrayContaining(['/privacy', '/terms', '/refunds', '/contact']))
})

test('a visitor tries a practice scan and sees what follows a press', async () => {
  const page = await opened({ phone: true })
  await page.getByRole('link', { name: 'Open the practice page' }).click()
  await page.getByText('Practice: pressing sends nothing.').waitFor()
  await page.getByRole('button', { name: 'Get help' }).click()
  await page.getByText('Nothing was sent, and nothing was kept.').waitFor()
  await page.getByText('The ambulance is on the way').first().waitFor()
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await page.getByRole('heading', { level: 1, name: 'your sticker can.' }).waitFor()
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

test('a first visit fetches at most 85 KB of script (brotli), and no router', async () => {
  const page = await visit(browser, world, '/')
  await page.waitForLoadState('networkidle')
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const scripts = [...new Set(fetched)].filter((address) => new URL(address).pathname.endsWith('.js'))
  expect(scripts.some((address) => address.includes('landing-page'))).toBe(true)
  expect(scripts.filter((address) => /router|antd|trpc|zod/.test(address))).toEqual([])
  const sizes = scripts.map(async (address) => {
    const answer = await fetch(address)
    return brotliCompressSync(await answer.bytes()).length
  })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeLessThanOrEqual(85_000)
})

test('in both languages the page is accessible and fits, on a desk and a phone, light and dark, and complains of nothing', async () => {
  const page = await opened()
  for (const language of ['English', 'हिन्दी']) {
    await page.getByRole('banner').getByRole('button', { name: language }).click()
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
    expect([language, ...(await problemsInEveryLook(page))]).toEqual([language])
  }
})
