import path from 'node:path'
import { PUBLIC_PAGES } from '@tvarit/shared/contracts/public-pages'
import { HEALTH_FIELDS } from '@tvarit/shared/contracts/medical'
import { findPin } from '@tvarit/shared/domain/places/find-pin'
import { missingPublicSettings, readConfig } from '@tvarit/shared/platform/settings/config'
import { expect, test } from 'vitest'
import { fileWorld } from '../harness/world.ts'

const SETTINGS = {
  COMPANY_NAME: 'Sanjivani </script><b> Seva Pvt Ltd',
  COMPANY_ADDRESS: '14 MG Road, Bengaluru 560001',
  GRIEVANCE_OFFICER: 'Meera Iyer',
  PRICE_BASIC: '1250',
  PRICE_GOLD: '2500',
}

const world = await fileWorld({ web: true, worker: false, settings: SETTINGS })

const read = async (address: string) => (await fetch(`${world.url}${address}`)).text()
const dataIn = (page: string, mark: string): unknown =>
  JSON.parse(new RegExp(`<script type="application/[a-z+]*json"${mark}>([^<]*)</script>`).exec(page)![1]!)

test('company, officer and prices of the settings reach the page as data, never as markup', async () => {
  const page = await read('/')
  expect(dataIn(page, ' id="brand"')).toMatchObject({
    company: { name: SETTINGS.COMPANY_NAME, address: SETTINGS.COMPANY_ADDRESS, cin: '' },
    officer: { name: 'Meera Iyer' },
    prices: { BASIC: 1250, GOLD: 2500 },
  })
  expect(page).not.toContain('</script><b>')
})

test('production names missing company settings and invents none, development marks its own', () => {
  const environment = {
    DATABASE_URL: 'postgres://localhost/x',
    SECRET_KEY: 'one-secret-of-thirty-two-letters-or-more',
    PUBLIC_URL: 'https://tvarit.example',
    ALLOW_UNSAFE: '1',
  }
  const production = readConfig({ ...environment, NODE_ENV: 'production' })
  expect([production.COMPANY_NAME, production.PRICE_BASIC]).toEqual([undefined, undefined])
  expect(missingPublicSettings(production)).toContain('COMPANY_NAME')
  expect(readConfig(environment).COMPANY_NAME).toMatch(/made up/)
  expect(missingPublicSettings(readConfig({ ...environment, ...SETTINGS }))).toEqual([
    'GRIEVANCE_EMAIL',
    'GRIEVANCE_PHONE',
  ])
  expect(() => readConfig({ ...environment, PRICE_BASIC: 'cheap' })).toThrow(/PRICE_BASIC/)
})

test('structured data has company, prices and exactly the page’s questions, in its language', async () => {
  for (const [address, language, question] of [
    ['/', 'en-IN', 'Does this replace 112 or 108?'],
    ['/?lang=hi', 'hi-IN', 'क्या यह 112 या 108 की जगह लेता है?'],
  ] as const) {
    const data = dataIn(await read(address), '') as { '@graph': Record<string, unknown>[] }
    const kind = (type: string) => data['@graph'].find((each) => each['@type'] === type)!
    expect(kind('Organization')).toMatchObject({ legalName: SETTINGS.COMPANY_NAME, url: `${world.config.PUBLIC_URL}/` })
    expect(kind('Service')).toMatchObject({ offers: [{ price: 1250, priceCurrency: 'INR' }, { price: 2500 }] })
    expect(kind('FAQPage')).toMatchObject({ inLanguage: language })
    const questions = kind('FAQPage').mainEntity as { name: string; acceptedAnswer: { text: string } }[]
    expect(questions[0]!.name).toBe(question)
    expect(questions.some(({ acceptedAnswer }) => acceptedAnswer.text.includes('₹1,250'))).toBe(true)
  }
})

test('each public page has title, description and address, office pages are not indexed', async () => {
  const descriptions = new Set<string>()
  for (const route of Object.keys(PUBLIC_PAGES)) {
    const page = await read(route)
    expect(page).toContain(`<link rel="canonical" href="${world.config.PUBLIC_URL}${route}" />`)
    descriptions.add(/<meta name="description" content="([^"]+)"/.exec(page)![1]!)
    expect(page).toContain('<h1>')
    expect(page).toContain('href="tel:112"')
  }
  expect(descriptions.size).toBe(Object.keys(PUBLIC_PAGES).length)
  expect(await read('/privacy?lang=hi')).toContain('<html lang="hi-IN">')
  const office = await read('/dashboard')
  expect(office).toContain('<meta name="robots" content="noindex" />')
  expect(office).not.toContain('rel="canonical"')
})

test('the picture of link previews is a PNG of 1200 x 630', async () => {
  const address = /<meta property="og:image" content="([^"]+)"/.exec(await read('/'))![1]!
  const answer = await fetch(`${world.url}${new URL(address).pathname}`)
  expect(answer.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
})

test('robots find the site map, and every address in it is a page', async () => {
  const robots = await read('/robots.txt')
  const map = /^Sitemap: (.+)$/m.exec(robots)![1]!
  const listed = [...(await read(new URL(map).pathname)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => address!,
  )
  expect(listed).toContain(`${world.config.PUBLIC_URL}/privacy?lang=hi`)
  for (const address of listed) {
    const { pathname, search } = new URL(address)
    const page = await read(pathname + search)
    expect([address, page.includes(`<link rel="canonical" href="${address}" />`)]).toEqual([address, true])
  }
})

test('a practice scan needs no sticker, runs no script, asks no other server and writes nothing', async () => {
  const counted = async () => {
    const tables = ['alerts', 'alert_reports', 'audit_log', 'outbox', 'messages', 'coupons'] as const
    return Promise.all(
      tables.map((table) =>
        world.db
          .selectFrom(table)
          .select((each) => each.fn.countAll<string>().as('rows'))
          .executeTakeFirstOrThrow(),
      ),
    )
  }
  const before = await counted()
  for (const [language, words] of [
    ['en', 'Practice: pressing sends nothing.'],
    ['hi', 'अभ्यास: बटन दबाने से कुछ नहीं भेजा जाता।'],
  ] as const) {
    const scan = await fetch(`${world.url}/s/practice?lang=${language}`)
    expect(scan.headers.get('x-robots-tag')).toBe('noindex')
    const page = await scan.text()
    expect(page).toContain(words)
    expect(page).not.toContain('<script')
    const form = {
      method: 'POST',
      body: new URLSearchParams({ first_respondent_phone: '9000000001', landmark: 'A shop' }),
    }
    const pressed = await fetch(`${world.url}/s/practice?lang=${language}`, form)
    expect(new URL(pressed.url).pathname).toBe('/s/practice/status')
    const status = await pressed.text()
    expect(status).not.toMatch(/<script|<form|http-equiv="refresh"/)
    expect(status).toContain('DL')
  }
  expect(await counted()).toEqual(before)
})

test('a PIN code gives town and state, an unknown one its neighbours’ state or nothing', () => {
  expect(findPin({ input: { pin_code: '682001' } })).toEqual({ town: 'Kochi', state: 'Kerala' })
  expect(findPin({ input: { pin_code: '403001' } })).toMatchObject({ state: 'Goa' })
  expect(findPin({ input: { pin_code: '744101' } })).toEqual({ town: null, state: 'Andaman and Nicobar Islands' })
  expect(findPin({ input: { pin_code: '999999' } })).toBeNull()
})

test('what a browser keeps of a registration holds no health data', async () => {
  // Not by a plain import: these tests are checked without the browser's types.
  const file = path.join(import.meta.dirname, '../../web/src/features/accounts/register/kept-fields.ts')
  const { keptFields } = (await import(file)) as { keptFields: string[] }
  expect(keptFields).toContain('phone_number')
  for (const field of [...HEALTH_FIELDS, 'photo', 'otp']) expect(keptFields).not.toContain(field)
})
