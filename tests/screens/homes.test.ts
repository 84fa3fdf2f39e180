import { afterEach, expect, test } from 'vitest'
import { createChain } from '../harness/chain.ts'
import { failedMessage } from '../harness/failures.ts'
import { createPerson, createSubscriber, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createBatch } from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

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
  expect(await problemsInEveryLook(page)).toEqual([])
})

test('an admin’s dashboard has alerts, growth, renewals, failed messages and partner stock', async () => {
  const { super_distributor, retailer } = await createChain(world)
  const admin = await createPerson(world, 'admin')
  await createBatch(world, admin, 7, super_distributor.id)
  await createBatch(world, admin, 5, retailer.id)
  await createSubscriber(world, { ends_in_days: 30 })
  await failedMessage(world)
  const page = await visit(browser, world, '/dashboard', { as: admin })
  const company = page.getByRole('list', { name: 'The company' })
  await company.getByRole('listitem').filter({ hasText: 'Failed messages' }).getByText('1', { exact: true }).waitFor()
  await company.getByText('See under Operations why, and send them again.').waitFor()
  const hrefOf = (name: string) => company.getByRole('link', { name }).getAttribute('href')
  expect([await hrefOf('Renewals due'), await hrefOf('Failed messages')]).toEqual([
    '/all-subscribers?expiry=soon',
    '/ops',
  ])
  await company.getByRole('listitem').filter({ hasText: 'Stickers with partners' }).getByText('12').waitFor()
  await page.getByRole('img', { name: /plans began in twelve weeks/ }).waitFor()
  const row = page
    .getByRole('table', { name: 'Stock by partner' })
    .getByRole('row')
    .filter({ hasText: super_distributor.firm_name })
  await row.getByText('5', { exact: true }).waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
})

test('for staff the dashboard begins with the alerts now, and the board is one press away', async () => {
  const staff = await createPerson(world, 'staff')
  const { sticker } = await createSubscriber(world, { first_name: 'Lakshmi' })
  const page = await visit(browser, world, '/dashboard', { as: staff, phone: true })
  await press(world.url, sticker.token)
  const now = page.getByRole('region', { name: 'Alerts now' })
  await now.getByText('1 open, 1 not claimed.').waitFor()
  await now.getByRole('link', { name: 'Lakshmi Kumar' }).waitFor()
  expect(await page.getByRole('region').first().getAttribute('aria-label')).toBe('Alerts now')
  expect(await page.getByText('The company').count()).toBe(0)
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
  await page.getByRole('region', { name: 'Alerts now' }).getByRole('link', { name: 'Meenakshi Kumar' }).waitFor()
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
  expect(said.some((text) => text.includes('Alerts now'))).toBe(true)
  expect(said.filter((text) => /No alert is open|\b0 open/.test(text))).toEqual([])
})
