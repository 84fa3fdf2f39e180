import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, complaints, eventually, fileBrowser, visit } from '../journeys/browser.ts'
import { openLanding } from '../journeys/landing.ts'
import { translateByForce } from '../journeys/translate-by-force.ts'

const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

const textOf = (page: Page, role: 'main' | 'form') => page.locator(role).innerText()

test('translated by the browser, the registration form goes on and its hints and steps are true', async () => {
  const page = await visit(browser, world, '/register', { phone: true })
  const serial = page.getByLabel('Serial Number')
  await serial.waitFor()
  await page.evaluate(translateByForce)
  await serial.fill('ABCDEFGHJKLMN')
  await page.getByText('« 2 characters left »').waitFor()
  await serial.fill('ABCDEFGHJKLM')
  await page.getByText('« 3 characters left »').waitFor()
  await serial.fill('A')
  await eventually(() => textOf(page, 'form')).not.toContain('characters left')
  expect(await textOf(page, 'form')).toMatch(/Step\W+1\W+of/)
  await page.goto(`${world.url}/register#contacts`)
  await eventually(() => textOf(page, 'form')).toMatch(/Step\W+2\W+of/)
  expect(complaints.get(page)).toEqual([])
})

test('translated by the browser, the landing page changes its language as a whole', async () => {
  const page = await openLanding(browser, world)
  await page.evaluate(translateByForce)
  await page.getByRole('banner').getByRole('button', { name: 'हिन्दी' }).click()
  await page.getByRole('heading', { level: 1 }).getByText('आप फ़ोन न कर सकें').waitFor()
  expect(await textOf(page, 'main')).not.toContain('When you cannot call')
})
