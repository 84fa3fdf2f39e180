import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PUBLIC_PAGES } from '@tvarit/shared/contracts/public-pages'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { codeSentTo, eventually, launchBlockedProfile, sirens, widget } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-profile-'))
const profile = await launchBlockedProfile(folder)
// Firefox denies channels, too.
await profile.addInitScript(() => {
  Object.assign(window, {
    BroadcastChannel: function () {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
})
afterAll(async () => {
  await profile.close()
  fs.rmSync(folder, { recursive: true })
})
afterEach(() => Promise.all(profile.pages().map((page) => page.close())))

/** A page of the profile that keeps nothing, with all that breaks in it. */
async function open(address: string): Promise<{ page: Page; broken: string[] }> {
  const page = await profile.newPage()
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  await page.goto(world.url + address)
  return { page, broken }
}

const notice = (page: Page) => page.getByText(TEXTS.storage_blocked)

test('every public page opens where cookies and site data are blocked', async () => {
  for (const address of Object.keys(PUBLIC_PAGES)) {
    const { page, broken } = await open(address)
    await eventually(() => page.evaluate('window.started')).toBe(true)
    await eventually(() => page.locator('main:visible h1:visible').count()).toBeGreaterThan(0)
    await eventually(() => page.getByText(/newer browser|could not be loaded/).count()).toBe(0)
    expect(await page.getByText('This browser keeps what you type').count()).toBe(0)
    expect([address, broken]).toEqual([address, []])
    await page.close()
  }
})

test('a login with a code says that it lasts as long as the page, and works', async () => {
  const subscriber = await createSubscriber(world)
  const { page, broken } = await open('/userlogin')
  await notice(page).waitFor()
  await page.getByLabel(/phone/i).fill(subscriber.phone_number)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1 of 6').waitFor()
  const code = await until('the code arrives', () => codeSentTo(world, subscriber.phone_number))
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await page.waitForURL('**/user_dashboard')
  await page.getByText('Ravi Kumar').first().waitFor()
  await page.reload()
  await notice(page).waitFor()
  expect(broken).toEqual([])
})

test('a login with a password opens a console there, which is live and sounds', async () => {
  const admin = await createPerson(world, 'admin', 'Meera')
  const phone_number = newPhone()
  const email = `${phone_number}@office.example`
  const person = { first_name: 'Asha', last_name: 'Rao', phone_number, email, password: 'lantern-81' }
  await call(world.url, '/api/users/register/staff/', { body: person, access: admin.access })
  await world.db.updateTable('users').set({ password_expires_at: null }).where('email', '=', email).execute()
  const { page, broken } = await open('/login')
  await page.getByLabel('Email or Username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('lantern-81')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/qr-alerts')
  await widget(page, 'active').waitFor()
  const { sticker } = await createSubscriber(world, { first_name: 'Zoya' })
  expect((await press(world.url, sticker.token)).http).toBe(201)
  await page.getByText('Zoya Kumar').first().waitFor()
  await eventually(() => sirens(page)).toBe(1)
  expect(broken).toEqual([])
})

test('a bystander presses and follows the alert there', async () => {
  const { sticker } = await createSubscriber(world)
  const { page, broken } = await open(`/s/${sticker.token}`)
  await page.locator('#landmark').fill('By the temple')
  await page.locator('#form button').click()
  await page.waitForURL(/\/a\/[\w-]+/)
  await page.reload()
  await page.locator('h1').waitFor()
  expect(broken).toEqual([])
  expect(await world.db.selectFrom('alerts').select('landmark').where('coupon_id', '=', sticker.id).execute()).toEqual([
    { landmark: 'By the temple' },
  ])
})
