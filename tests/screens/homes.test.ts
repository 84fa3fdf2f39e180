import { afterEach, expect, test } from 'vitest'
import { failedMessage, failedQueueJob } from '../harness/failures.ts'
import { createPerson, createSubscriber, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, silentPage, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

test('each button of a subscriber’s home opens its section, to be edited and focused', async () => {
  const subscriber = await createSubscriber(world, { ends_in_days: 12 })
  const page = await visit(browser, world, '/user_dashboard', { as: await signIn(world, subscriber.id), phone: true })
  await page.getByRole('region', { name: 'My sticker' }).getByText('Works').waitFor()
  const plan = page.getByRole('region', { name: 'My plan' })
  await plan.getByText('12 days left').waitFor()
  await page.getByRole('region', { name: 'My emergency contacts' }).getByText('Not asked yet').first().waitFor()
  const links = [
    ['Renew', page.getByRole('dialog').getByLabel('Serial Number')],
    ['Add a photo', page.getByLabel('Choose file: Photo')],
    ['Test or download it', page.locator('#sticker-test')],
    ['Change them', page.getByLabel('Spouse name')],
    ['Check them', page.locator('#contact-check')],
  ] as const
  for (const [link, begins] of links) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await eventually(() => begins.evaluate((element) => element === document.activeElement)).toBe(true)
    const top = await begins.evaluate((element) => element.getBoundingClientRect().top)
    expect([link, top >= 0 && top < page.viewportSize()!.height]).toEqual([link, true])
    await page.goBack()
  }
  await page.getByText('Use the sidebar for everything else.').waitFor()
})

test('an admin’s dashboard begins with what needs a person, and fits one screen', async () => {
  const admin = await createPerson(world, 'admin')
  for (let n = 0; n < 10; n += 1) await createSubscriber(world, { ends_in_days: 30 })
  await failedMessage(world)
  await failedQueueJob(world)
  const page = await silentPage(await visit(browser, world, '/dashboard', { as: admin }))
  const needs = page.getByRole('region', { name: 'Needs a person now' })
  await needs.getByText('1 message failed in the last 24 hours.').waitFor()
  await needs.getByText('1 job failed and can be started again.').waitFor()
  await needs.getByText('nobody would hear a new alert').waitFor()
  expect(await page.getByRole('region').first().getAttribute('aria-label')).toBe('Needs a person now')
  await page.getByRole('img', { name: /^\d+ alerts today, \d+\.\d on a usual day$/ }).waitFor()
  await page.getByRole('img', { name: /^Half of the alerts of 14 days were claimed within/ }).waitFor()
  await page.getByRole('link', { name: /^Renewals due\s*\d+\s*in 30 days/ }).waitFor()
  await eventually(() => page.getByRole('table', { name: 'Recent Users' }).getByRole('row').count()).toBe(11)
  const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await eventually(below).toBeLessThanOrEqual(0)
})

test('for staff the dashboard begins with the open alerts, and the board is one press away', async () => {
  const staff = await createPerson(world, 'staff')
  const { sticker } = await createSubscriber(world, { first_name: 'Lakshmi' })
  const page = await visit(browser, world, '/dashboard', { as: staff, phone: true })
  await page.getByText('No alert is open.').waitFor()
  await press(world.url, sticker.token)
  const needs = page.getByRole('region', { name: 'Needs a person now' })
  await needs.getByText('1 open, 1 not claimed.').waitFor()
  await needs.getByRole('link', { name: 'Open the board' }).waitFor()
  expect(await page.getByRole('img', { name: /usual day/ }).count()).toBe(0)
})

test('before the open alerts are known the dashboard does not say that there are none', async () => {
  const staff = await createPerson(world, 'staff')
  const { sticker } = await createSubscriber(world, { first_name: 'Meenakshi' })
  await press(world.url, sticker.token)
  const page = await visit(browser, world, '/nowhere', { as: staff })
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => said.push(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
  await page.goto(`${world.url}/dashboard`)
  await page.getByText(/^\d open, \d not claimed\.$/).waitFor()
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
  expect(said.some((text) => text.includes('Reading the open alerts'))).toBe(true)
  expect(said.filter((text) => /No alert is open|\b0 open/.test(text))).toEqual([])
})
