import { expect, test } from 'vitest'
import { createSubscriber } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { eventually } from './browser.ts'
import { scanPhone } from './scan-phone.ts'

const { world, browser, scan, button, alertsOf, onStatusPage } = await scanPhone()

/** A press without network, which the page keeps. */
async function pressOffline() {
  const phone = await scan()
  await phone.page.context().setOffline(true)
  await button(phone.page).click()
  await phone.page.getByText('No network. Call 112. We keep trying.').waitFor()
  return phone
}

test('a press of a person who leaves while the browser asks for the place is sent', async () => {
  const { page, sticker } = await scan()
  await page.evaluate(() => {
    navigator.geolocation.watchPosition = () => 0
  })
  await button(page).click()
  await page.goto('about:blank')
  await until('the alert is raised', async () => (await alertsOf(sticker)).length === 1)
})

test('a report that waits for the network survives the phone correcting its clock', async () => {
  const { page, sticker } = await pressOffline()
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 400 * 86_400_000
  })
  await page.context().setOffline(false)
  await onStatusPage(page)
  expect(await alertsOf(sticker)).toMatchObject([{ report_count: 1 }])
})

test('a report that slept ten hours with the phone is dropped, and the page says so', async () => {
  const { page, sticker } = await pressOffline()
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 10 * 3_600_000
  })
  await page.context().setOffline(false)
  await page.locator('body[data-state="expired"]').waitFor()
  expect(await alertsOf(sticker)).toEqual([])
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
  const { page, sticker } = await pressOffline()
  const address = page.url()
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  await onStatusPage(again)
  expect(await alertsOf(sticker)).toMatchObject([{ report_count: 1 }])
})

test('without network a report is kept, shown as not sent, and sent once on reconnect', async () => {
  const { page, sticker } = await pressOffline()
  expect(await page.locator('a[href="tel:112"]:visible').first().isVisible()).toBe(true)
  expect(await alertsOf(sticker)).toEqual([])
  await page.context().setOffline(false)
  await onStatusPage(page)
  expect(await alertsOf(sticker)).toMatchObject([{ report_count: 1 }])
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

test('where scripted reports all fail, the plain form sends the report with its scan_id', async () => {
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
