import { brotliCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { BRAND, openLanding } from '../journeys/landing.ts'
import { createWorld, fileWorld } from '../harness/world.ts'
import { closeProfiles, complaints, fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true, worker: false, settings: BRAND })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

const opened = (look: { phone?: boolean } = {}) => openLanding(browser, world, look)

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
  '112 and 108 are above the fold, and the page says it replaces neither (%o)',
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
  const helper = page.getByRole('main').getByRole('region').filter({ hasText: 'section 134A' })
  await helper.getByText('You need not give your name').waitFor()
  await helper.getByText('You may leave').waitFor()
})

test('Basic and Gold are compared by what the plans state, at the prices of the settings', async () => {
  const page = await opened()
  const rows = await page.getByRole('table').getByRole('row').allInnerTexts()
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual(
    expect.arrayContaining(['Distance covered up to 10 km up to 15 km', 'Ambulance rides in one term 1 1']),
  )
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toContain('One year, all taxes included ₹1,250 ₹2,500')
  const amounts = (await page.getByRole('main').innerText()).match(/₹[\d,]+/g)
  expect(new Set(amounts)).toEqual(new Set(['₹1,250', '₹2,500']))
})

test('contact details of the settings are on the page as text, never as markup', async () => {
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

test('company name, address, number, grievance officer and the four legal pages are there', async () => {
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
