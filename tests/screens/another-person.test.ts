import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSticker, createSubscriber, newPhone, type Person, signIn } from '../harness/people.ts'
import { fillRegistration } from '../harness/registration-page.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, codeSentTo, eventually, fileBrowser, visit } from '../journeys/browser.ts'
import { holding } from '../journeys/holding.ts'

// One browser, one person after the other.

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

async function logIn(page: Page, { phone_number }: Person): Promise<void> {
  await page.getByLabel('Phone Number').fill(phone_number)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1 of 6').waitFor()
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await page.waitForURL(/dashboard/)
}

const subscriber = async (first_name: string): Promise<Person> =>
  signIn(world, (await createSubscriber(world, { first_name })).id)

/** The page of Ravi, and Meena, who logs in in another tab of the same browser. */
async function twoPeople() {
  const [ravi, meena] = [await subscriber('Ravi'), await subscriber('Meena')]
  const page = await visit(browser, world, '/profile', { as: ravi })
  await page.getByRole('button', { name: 'Renew with a coupon' }).waitFor()
  return {
    page,
    ravi,
    meena,
    meenaLogsIn: async () => {
      await logIn(await visit(browser, world, '/userlogin', { beside: page }), meena)
      await page.getByRole('banner').getByText('Meena').waitFor()
    },
  }
}

/** Types both codes of an unused coupon; the answer waits until it is let through. */
async function renewing(page: Page): Promise<() => Promise<void>> {
  const sticker = await createSticker(world)
  await page.getByRole('button', { name: 'Renew with a coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew with a coupon' })
  await dialog.getByLabel('Serial Number').fill(sticker.serial_number)
  await dialog.getByLabel('Coupon Code').fill(sticker.coupon_code)
  const asked = page.waitForRequest(/subscribers\.renewWithCoupon/)
  const release = await holding(page, 'subscribers.renewWithCoupon')
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await asked
  return release
}

/** Another page and back: what was on its way has arrived by then. */
async function lookAround(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.waitForURL('**/dashboard')
  await page.goBack()
  await page.getByRole('button', { name: 'Renew with a coupon' }).waitFor()
}

const termsOf = (user_id: number) =>
  world.db.selectFrom('subscriptions').select('coupon_id').where('user_id', '=', user_id).execute()

test('a page that one person left open shows the next person nothing of the first', async () => {
  const { page, meenaLogsIn } = await twoPeople()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('Address').fill('12 Church Street')
  await meenaLogsIn()
  await page.getByRole('banner').getByText('Meena').waitFor()
  // The address of the page still asks for the form: it is hers now.
  await eventually(() => page.getByLabel('Name', { exact: true }).inputValue()).toMatch(/^Meena /)
  expect(await page.getByLabel('Address').inputValue()).not.toBe('12 Church Street')
  expect(await page.getByText('Ravi').count()).toBe(0)
})

test('an answer to one person is not shown to the next', async () => {
  const { page, ravi, meenaLogsIn } = await twoPeople()
  const release = await renewing(page)
  await meenaLogsIn()
  await release()
  await lookAround(page)
  expect(await page.getByText('Plan renewed').count()).toBe(0)
  expect(await termsOf(ravi.id)).toHaveLength(2)
})

test('a rejected call of one person is not made again in the name of the next', async () => {
  const { page, ravi, meena, meenaLogsIn } = await twoPeople()
  await call(world.url, '/api/users/logout/', { body: { refresh: ravi.refresh } })
  const release = await renewing(page)
  await meenaLogsIn()
  await release()
  await lookAround(page)
  expect(await termsOf(meena.id)).toHaveLength(1)
})

test('a token renewal that returns after another login leaves the new session alone', async () => {
  const { page, ravi, meena, meenaLogsIn } = await twoPeople()
  const address = '**/api/users/token/refresh/'
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  // The server does not know this token any more: the page asks for another one.
  await page.evaluate((rejected) => localStorage.setItem('accessToken', rejected), `${ravi.access}x`)
  const asked = page.waitForRequest(address)
  await page.reload()
  await asked
  await meenaLogsIn()
  const answered = page.waitForResponse(address)
  release()
  await (await answered).finished()
  await page.getByRole('banner').getByText('Meena').waitFor()
  const profile = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    return (await (await fetch('/api/users/profile/', { headers })).json()) as { id: number }
  })
  expect(profile.id).toBe(meena.id)
})

test('a customer draft of one sales partner is not filled in for the next one in the tab', async () => {
  const page = await visit(browser, world, '/register', { as: await createPerson(world, 'retailer') })
  await page.getByRole('heading', { name: 'Register a customer' }).waitFor()
  await fillRegistration(page, newPhone())
  await page.goto(`${world.url}/retailer_dashboard`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/userlogin')
  await logIn(page, await createPerson(world, 'retailer'))
  await page.goto(`${world.url}/register`)
  await page.getByRole('heading', { name: 'Register a customer' }).waitFor()
  expect(await page.getByLabel('First Name').inputValue()).toBe('')
})

test('a customer draft is filled in again for the same sales partner only', async () => {
  const partner = await createPerson(world, 'retailer')
  const page = await visit(browser, world, '/register', { as: partner })
  await page.getByRole('heading', { name: 'Register a customer' }).waitFor()
  await fillRegistration(page, newPhone())
  await page.reload()
  await eventually(() => page.getByLabel('First Name').inputValue()).toBe('Meera')
  const other = await visit(browser, world, '/retailer_dashboard', { beside: page })
  await other.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Subscribe' }).waitFor()
  await page.getByLabel('Last Name').fill('Menon')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Menon')
})
