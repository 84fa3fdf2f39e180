import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { SCENE } from '../harness/ambulances.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { eventually, fileBrowser } from '../journeys/browser.ts'

const world = await fileWorld({ worker: false, web: true })
const browser = await fileBrowser()

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))

type Located = typeof window & { onFix?: PositionCallback }

/** A phone that learns where it is when the test says so. */
async function phone(path: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-IN',
    permissions: ['geolocation'],
  })
  context.setDefaultTimeout(120_000)
  await context.addInitScript(() => {
    Geolocation.prototype.watchPosition = (onFix) => {
      Object.assign(window, { onFix })
      return 1
    }
    Geolocation.prototype.clearWatch = () => undefined
  })
  const page = await context.newPage()
  await page.goto(world.url + path)
  return page
}

async function find(page: Page, accuracy = 12): Promise<void> {
  await page.waitForFunction(() => Boolean((window as Located).onFix))
  await page.evaluate(
    (coords) => (window as Located).onFix!({ coords, timestamp: Date.now() } as GeolocationPosition),
    { ...SCENE, accuracy },
  )
}

/** The first requests of an alert's page to add details get no answer of the product. */
async function rejectDetails(page: Page, times: number): Promise<number[]> {
  const asked: number[] = []
  await page.route('**/details', (route) => {
    asked.push((route.request().postDataJSON() as { accuracy: number }).accuracy)
    return asked.length > times ? route.continue() : route.fulfill({ status: 503, json: { detail: 'Try again.' } })
  })
  return asked
}

const latitudeOf = async (sticker_id: number) =>
  (await world.db.selectFrom('alerts').select('latitude').where('coupon_id', '=', sticker_id).executeTakeFirst())
    ?.latitude

test('a location that missed its report is not called sent, and goes from the next page', async () => {
  const { sticker } = await createSubscriber(world)
  const page = await phone(`/s/${sticker.token}`)
  await rejectDetails(page, 1)
  await page.locator('#form button').click()
  await page.getByText('We have your alert').first().waitFor()
  await find(page)
  await page.waitForURL('**/a/*')
  await page.locator('#place').getByText('Finding your location').waitFor()
  expect(await latitudeOf(sticker.id)).toBeNull()
  await find(page)
  await page.locator('#place').getByText('Location sent').waitFor()
  expect(await latitudeOf(sticker.id)).toBe(SCENE.latitude)
})

test('a phone that finds its place once sends it until it arrives, and not after a reload', async () => {
  const { sticker } = await createSubscriber(world)
  const { status_url } = await press(world.url, sticker.token)
  const page = await phone(status_url)
  const asked = await rejectDetails(page, 2)
  await find(page)
  await page.locator('#place').getByText('Location sent').waitFor()
  expect(asked).toEqual([12, 12, 12])
  expect(await latitudeOf(sticker.id)).toBe(SCENE.latitude)
  await page.reload()
  await page.locator('#place').getByText('Location sent').waitFor()
  // Only one that is much better is worth a request.
  await find(page, 12)
  await find(page, 5)
  await eventually(() => asked).toEqual([12, 12, 12, 5])
})

test('where no place is found within 90 s the page stops looking and offers to try again', async () => {
  const { status_url } = await press(world.url, (await createSubscriber(world)).sticker.token)
  const page = await phone(status_url)
  await page.clock.install()
  await page.reload()
  await page.locator('#place').getByText('Finding your location').waitFor()
  await page.clock.fastForward(90_000)
  await page.locator('#place').getByText('This phone gave no location.').waitFor()
  await page.locator('#share').waitFor()
})

test('a place that a repeated press may not have brought is sent by the next page', async () => {
  const { sticker } = await createSubscriber(world)
  const { status_url } = await press(world.url, sticker.token)
  const page = await phone(status_url)
  await page.evaluate((key) => sessionStorage.setItem(key, '{"accuracy":12}'), `tvarit:place:${status_url}`)
  await page.reload()
  await page.locator('#place').getByText('Finding your location').waitFor()
  await find(page)
  await eventually(() => latitudeOf(sticker.id)).toBe(SCENE.latitude)
})

test('a phone that claims to know its place exactly sends it once', async () => {
  const { status_url } = await press(world.url, (await createSubscriber(world)).sticker.token)
  const page = await phone(status_url)
  const asked = await rejectDetails(page, 0)
  await find(page, 0)
  await page.locator('#place').getByText('Location sent').waitFor()
  for (let answer = 0; answer < 2; answer += 1) await page.waitForResponse('**/state')
  expect(asked).toEqual([0])
})
