import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { arm, closeProfiles, eventually, fileBrowser, sirens, visit, widget } from '../journeys/browser.ts'
import { translateByForce } from '../journeys/translate-by-force.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin')

afterEach(async () => {
  await closeProfiles(browser)
  await world.empty('alerts')
})

const alertBar = (page: Page) => page.getByRole('dialog', { name: 'New Emergency Alert' })

async function raise(): Promise<void> {
  const { sticker } = await createSubscriber(world)
  await press(world.url, sticker.token)
}

async function ringsAndShows(page: Page, where: string): Promise<void> {
  await alertBar(page).waitFor()
  await widget(page, 'active').waitFor()
  await eventually(async () => [where, await sirens(page)]).toEqual([where, 1])
}

test('an alert rings and is shown over whatever page of the office broke', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: admin })
  await arm(page)
  await raise()
  await ringsAndShows(page, 'before')
  // From here on every page is sent what it cannot show.
  await page.route(/\/trpc\/(?!alerts\.(watch|live|list|reportConsole)|auth\.)/, async (route) => {
    if (route.request().method() === 'GET') await route.fulfill({ json: { result: { data: {} } } })
    else await route.continue()
  })
  let broken = 0
  // By address: a name has the count of what waits beside it.
  const links = page.getByRole('navigation').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  for (const address of new Set(addresses.filter((each) => each.startsWith('/')))) {
    await links
      .and(page.locator(`[href="${address}"]`))
      .first()
      .click()
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await ringsAndShows(page, address)
    broken += await page.getByRole('heading', { name: TEXTS.unexpected_error }).count()
  }
  expect(broken).toBeGreaterThan(3)
})

test('an alert rings and is shown although the layout itself broke', async () => {
  await createSubscriber(world)
  const page = await visit(browser, world, '/all-subscribers', { as: admin })
  await arm(page)
  await page.getByText('Ravi Kumar').first().waitFor()
  // The shell names the page; once that breaks.
  await page.evaluate(() => {
    Object.defineProperty(document, 'title', {
      configurable: true,
      set: () => {
        delete (document as Partial<Document>).title
        throw new Error('broken')
      },
    })
  })
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { name: TEXTS.unexpected_error }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await raise()
  await ringsAndShows(page, 'without a layout')
})

test('machine-translated, the console still rings and shows each alert', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: admin })
  await arm(page)
  expect(await page.evaluate(() => document.documentElement.translate)).toBe(false)
  await page.evaluate(translateByForce)
  for (let n = 0; n < 3; n++) {
    await raise()
    await page.locator('[data-new-alert]').waitFor()
    await eventually(() => sirens(page)).toBe(1)
  }
})

test('while the tab that sounds stands still on a question, another one sounds', async () => {
  const page = await visit(browser, world, '/qr-alerts', { as: admin })
  await arm(page)
  const beside = await visit(browser, world, '/qr-alerts', { beside: page })
  await arm(beside)
  const asked = new Promise<void>((resolve) => page.on('dialog', () => resolve()))
  const answer = page.evaluate(() => confirm('Leave?')).catch(() => null)
  await asked
  await raise()
  await alertBar(beside).waitFor()
  await eventually(() => sirens(beside)).toBe(1)
  await page.close()
  await answer
})
