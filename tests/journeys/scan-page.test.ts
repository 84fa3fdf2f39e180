import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { eventually, visit } from './browser.ts'
import { scanPhone } from './scan-phone.ts'

const { world, browser, scan, button, alertsOf, onStatusPage } = await scanPhone()

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
