import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSubscriber, type Sticker } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { eventually, fileBrowser, visit } from './browser.ts'

const world = await fileWorld({ worker: false, web: true })
const browser = await fileBrowser()

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))

/** The bystander's phone on the scan page of a registered sticker. */
async function scan(options: BrowserContextOptions = {}): Promise<{ page: Page; sticker: Sticker }> {
  const { sticker } = await createSubscriber(world)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-IN', ...options })
  const page = await context.newPage()
  await page.goto(`${world.url}/s/${sticker.token}`)
  return { page, sticker }
}

const button = (page: Page) => page.locator('#form button')
const alertsOf = (sticker: Sticker) =>
  world.db.selectFrom('alerts').selectAll().where('coupon_id', '=', sticker.id).execute()
const onStatusPage = (page: Page) => page.waitForURL(/\/a\/[\w-]+/)

test('one press raises the alert and leads to the page that tells the truth', async () => {
  const { page, sticker } = await scan()
  await button(page).click()
  await onStatusPage(page)
  expect(await alertsOf(sticker)).toMatchObject([{ status: 'PENDING', report_count: 1 }])
  // No console is armed in this world: the page must say so and send people to 112.
  await page.getByText('Nobody at our call centre is listening right now.').waitFor()
  expect(await page.locator('a[href="tel:112"]:visible').first().isVisible()).toBe(true)
})

test('a nervous double tap is one press', async () => {
  const { page, sticker } = await scan()
  await button(page).dblclick()
  await onStatusPage(page)
  expect(await alertsOf(sticker)).toMatchObject([{ report_count: 1 }])
})

test('without JavaScript the button works all the same', async () => {
  const { page, sticker } = await scan({ javaScriptEnabled: false })
  await button(page).click()
  await onStatusPage(page)
  expect(await alertsOf(sticker)).toHaveLength(1)
})

test('without network the press is kept, said to be not sent, and sent as the same press when the network is back', async () => {
  const { page, sticker } = await scan()
  await page.context().setOffline(true)
  await button(page).click()
  await page.getByText('No network. Call 112. We keep trying.').waitFor()
  expect(await page.locator('a[href="tel:112"]:visible').first().isVisible()).toBe(true)
  expect(await alertsOf(sticker)).toEqual([])
  await page.context().setOffline(false)
  await onStatusPage(page)
  expect(await alertsOf(sticker)).toMatchObject([{ report_count: 1 }])
})

test('a press of a person who leaves while the browser asks for the place is sent', async () => {
  const { page, sticker } = await scan()
  await page.evaluate(() => {
    navigator.geolocation.watchPosition = () => 0
  })
  await button(page).click()
  await page.goto('about:blank')
  await until('the alert is raised', async () => (await alertsOf(sticker)).length === 1)
})

test('a press that waits for the network is not dropped because the phone finds the right time with it', async () => {
  const { page, sticker } = await scan()
  await page.context().setOffline(true)
  await button(page).click()
  await page.getByText('No network. Call 112. We keep trying.').waitFor()
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 400 * 86_400_000
  })
  await page.context().setOffline(false)
  await onStatusPage(page)
  expect(await alertsOf(sticker)).toMatchObject([{ report_count: 1 }])
})

test('a form of another sticker that never arrived does not take the kept press of this one', async () => {
  const { page } = await scan()
  await page.evaluate(() => sessionStorage.setItem('tvarit:submitted', 'tvarit:press:other'))
  await page.evaluate(() => localStorage.setItem('tvarit:press:other', '{}'))
  await page.reload()
  await button(page).click()
  await onStatusPage(page)
  expect(await page.evaluate(() => localStorage.getItem('tvarit:press:other'))).toBe('{}')
})

test('a press that was kept is sent when the page is opened again', async () => {
  const { page, sticker } = await scan()
  await page.context().setOffline(true)
  await button(page).click()
  await page.getByText('No network. Call 112. We keep trying.').waitFor()
  const address = page.url()
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  await onStatusPage(again)
  expect(await alertsOf(sticker)).toMatchObject([{ report_count: 1 }])
})

test('where the browser rejects every request with a press in it, the plain form carries it under the same scan_id', async () => {
  const { sticker } = await createSubscriber(world)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.addInitScript(`{
    const real = window.fetch
    window.fetch = (path, init) => (init && init.body ? Promise.reject(new TypeError('not here')) : real(path, init))
  }`)
  await page.goto(`${world.url}/s/${sticker.token}`)
  const scan_id = await page.locator('[name=scan_id]').inputValue()
  await button(page).click()
  await onStatusPage(page)
  const reports = await world.db.selectFrom('alert_reports').select('scan_id').execute()
  expect(reports.filter((report) => report.scan_id === scan_id)).toHaveLength(1)
  // It has arrived: nothing is left for another visit of the page to send again.
  await eventually(() => page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('press')).length`)).toBe(
    0,
  )
})

test('a network that is gone without the browser knowing loses neither the page nor the press', async () => {
  const { page, sticker } = await scan()
  await page.route('**/*', (route) => route.abort())
  await button(page).click()
  await page.locator('body[data-state=waiting]').waitFor()
  expect(await page.locator('#urgent').isVisible()).toBe(true)
  expect(await alertsOf(sticker)).toEqual([])
  await page.unroute('**/*')
  await onStatusPage(page)
  expect(await alertsOf(sticker)).toMatchObject([{ report_count: 1 }])
})

test('an allowed location goes along with its accuracy', async () => {
  const place = { latitude: 12.9716, longitude: 77.5946, accuracy: 25 }
  const { page, sticker } = await scan({ geolocation: place, permissions: ['geolocation'] })
  await button(page).click()
  await onStatusPage(page)
  await eventually(() => alertsOf(sticker)).toMatchObject([place])
  await page.getByText('Location sent (accurate to about 25 m).').waitFor()
})

test('a rough location is called rough and asks for words', async () => {
  const place = { latitude: 12.9716, longitude: 77.5946, accuracy: 2000 }
  const { page } = await scan({ geolocation: place, permissions: ['geolocation'] })
  await button(page).click()
  await onStatusPage(page)
  await page.getByText('Location is rough (about 2 km). Please describe the place.').waitFor()
})

test('the language follows the phone and can be switched, also without JavaScript', async () => {
  const { page } = await scan({ locale: 'hi-IN', javaScriptEnabled: false })
  expect(await page.locator('html').getAttribute('lang')).toBe('hi')
  await page.locator('summary').first().click()
  await page.locator('a[href*="lang=bn"]').click()
  await eventually(() => page.locator('html').getAttribute('lang')).toBe('bn')
  const { page: other } = await scan({ locale: 'fr-FR' })
  expect(await other.locator('html').getAttribute('lang')).toBe('en')
})

test.each([
  [390, 844],
  [320, 568],
])('at %i x %i the whole button and 112 are on the first screen', async (width, height) => {
  const { page } = await scan({ viewport: { width, height } })
  for (const part of [button(page), page.locator('a[href="tel:112"]:visible').first()]) {
    const box = (await part.boundingBox())!
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
  }
})

test('first aid opens by what the bystander sees, also without a network', async () => {
  const { page } = await scan({ locale: 'hi-IN' })
  await button(page).click()
  await onStatusPage(page)
  await page.context().setOffline(true)
  await page.getByText('साँस नहीं, या सिर्फ़ हाँफना').click()
  await page.getByText('ज़ोर से और तेज़ दबाएँ').waitFor()
  expect(await page.getByText('20 मिनट तक बहते पानी से ठंडा करें।').isVisible()).toBe(false)
})

test('a photo is made small on the phone and sent, and the bystander asks to be called', async () => {
  const { page, sticker } = await scan()
  await button(page).click()
  await onStatusPage(page)
  const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#7a5' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Send a photo of the scene')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large })
  const sent = page.waitForRequest(/\/photo$/)
  await page.locator('#photo-form button').click()
  expect((await sent).headers()['content-type']).toContain('multipart/form-data')
  await page.getByText('The photo was sent.').waitFor()
  await page.getByRole('button', { name: 'Ask us to call you' }).click()
  await page.getByText('The phone number must have 10 digits.').waitFor()
  await page.getByLabel('Your phone number, if you wish').fill('98765 43210')
  await page.getByRole('button', { name: 'Ask us to call you' }).click()
  await page.getByText('The call centre has been asked to call you.').waitFor()
  const [alert] = await alertsOf(sticker)
  expect(alert).toMatchObject({ first_respondent_phone: '9876543210', call_asked_at: expect.any(Date) as Date })
  const photos = world.db.selectFrom('alert_reports').select('photo').where('alert_id', '=', alert!.id)
  expect((await photos.execute()).filter(({ photo }) => photo)).toHaveLength(1)
  const operator = await visit(browser, world, `/qr-alerts/${alert!.id}`, { as: await createPerson(world, 'staff') })
  const shown = operator.getByRole('img', { name: 'The scene, as a bystander sent it' })
  await eventually(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024)
  await operator.getByText(/^Asked at .* to be called$/).waitFor()
})

test('without JavaScript first aid is all open on the page of the form, which does not reload', async () => {
  const { page } = await scan({ javaScriptEnabled: false })
  await button(page).click()
  await onStatusPage(page)
  await page.getByRole('link', { name: /^Help us find/ }).click()
  await page.getByText('Cool with running water for 20 minutes.').waitFor()
  expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0)
})
