import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createSticker, newPhone } from '../harness/people.ts'
import { fillRegistration } from '../harness/registration-page.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, codeSentTo, fileBrowser, visit, takeClock } from '../journeys/browser.ts'
import { holding } from '../journeys/holding.ts'

// The answer to the code of a registration comes late or not at all.

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

const otp = (page: Page) => page.getByRole('dialog', { name: 'Confirm your mobile number' })
const confirm = (page: Page) => otp(page).getByRole('button', { name: 'Confirm OTP' })
const cancel = (page: Page) => otp(page).getByRole('button', { name: 'Cancel' })

/** The form, filled in up to the code. */
async function codeTyped(): Promise<Page> {
  const sticker = await createSticker(world)
  const phone_number = newPhone()
  const page = await visit(browser, world, '/register')
  await takeClock(page)
  await page.reload()
  await page.getByLabel('Serial Number').fill(sticker.serial_number)
  await fillRegistration(page, phone_number)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  const code = await until('the code arrives', () => codeSentTo(world, phone_number))
  await otp(page).getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(code)
  return page
}

test('a confirmation that is on its way cannot be cancelled, by Escape neither', async () => {
  const page = await codeTyped()
  const release = await holding(page, 'subscribers.register')
  await confirm(page).click()
  await page.locator('[aria-busy=true]', { hasText: 'Confirm OTP' }).waitFor()
  expect(await cancel(page).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await otp(page).waitFor()
  await release()
  await page.getByText('OTP verified successfully! Subscription confirmed.').waitFor()
})

test('an unanswered confirmation times out after a minute, and a second finds it done', async () => {
  const page = await codeTyped()
  // The wait for another code is over before the confirmation is given up.
  await page.clock.fastForward(30_000)
  const sent = page.waitForRequest(/subscribers\.register/)
  await page.route('**/trpc/subscribers.register**', async (route) => void (await route.fetch()), { times: 1 })
  await confirm(page).click()
  await sent
  await page.clock.fastForward(59_000)
  expect(await cancel(page).isDisabled()).toBe(true)
  expect(await otp(page).getByRole('button', { name: 'Resend', exact: true }).isDisabled()).toBe(true)
  await page.clock.fastForward(2_000)
  await otp(page).getByText('Failed to verify OTP. Please try again.').waitFor()
  expect(await cancel(page).isDisabled()).toBe(false)
  await confirm(page).click()
  await page.getByText('OTP verified successfully! Subscription confirmed.').waitFor()
})
