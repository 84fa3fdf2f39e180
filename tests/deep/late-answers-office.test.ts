import { afterEach, expect, test } from 'vitest'
import { appCode, createEnrolled, nextPeriod } from '../harness/authenticator.ts'
import { createChain, createChainMember } from '../harness/chain.ts'
import { createPerson, createSticker, newPhone, signIn } from '../harness/people.ts'
import { fillRegistration } from '../harness/registration-page.ts'
import { createBatch } from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit } from '../journeys/browser.ts'
import { holding } from '../journeys/holding.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

test('the response of a cancelled transfer does not touch the next dialog', async () => {
  await createChainMember(world, 'super_distributor')
  await createChainMember(world, 'super_distributor')
  const { serials } = await createBatch(world, admin, 2)
  const page = await visit(browser, world, '/stock', { as: admin })
  const dialog = page.getByRole('dialog')
  const serial_numbers = dialog.getByRole('textbox', { name: 'Serial numbers' })
  const giveTo = async (place: number, serial: string) => {
    await page.getByRole('button', { name: 'Give', exact: true }).nth(place).click()
    await dialog.getByText('Serials', { exact: true }).click()
    await serial_numbers.fill(serial)
  }
  const release = await holding(page, 'stock.give')
  await giveTo(0, serials[0]!)
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await giveTo(1, serials[1]!)
  await release()
  await page.getByText('1 sticker given').waitFor()
  expect(await serial_numbers.inputValue()).toBe(serials[1])
})

test('a number whose reveal was cancelled is not shown when its answer comes', async () => {
  const { distributor } = await createChain(world)
  const page = await visit(browser, world, `/distributor/${distributor.id}`, { as: admin })
  const reveal = async (label: string) => {
    await page.getByRole('button', { name: `Reveal ${label}` }).click()
    const dialog = page.getByRole('dialog', { name: `Reveal ${label}` })
    await dialog.getByLabel('Reason').fill('Check by the bank')
    await dialog.getByRole('button', { name: 'Reveal' }).click()
    return dialog
  }
  const release = await holding(page, 'chain.reveal')
  const dialog = await reveal('Aadhar Number')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await release()
  // Its answer comes after that of the other, so that was acted on.
  await reveal('PAN Number')
  await page.getByText(distributor.numbers.pan_number).waitFor()
  expect(await page.getByText(distributor.numbers.aadhar_number).count()).toBe(0)
})

test('new recovery codes are shown though Cancel was pressed while they were made', async () => {
  const { id, secret } = await createEnrolled(world)
  await nextPeriod(world)
  const page = await visit(browser, world, '/security', { as: await signIn(world, id) })
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const release = await holding(page, 'secondFactor.renewRecoveryCodes')
  await page.getByLabel('Code of your app, or a recovery code').fill(await appCode(world, secret))
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await release()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await eventually(() => codes.count()).toBe(10)
})

test('a code for cancelled terms is not requested for a number that was corrected', async () => {
  const sticker = await createSticker(world)
  const page = await visit(browser, world, '/register')
  await page.getByLabel('Serial Number').fill(sticker.serial_number)
  await fillRegistration(page, newPhone())
  const terms = page.getByRole('dialog', { name: 'Terms and Conditions' })
  const accept = terms.getByRole('button', { name: 'Accept' })
  const subscribe = page.getByRole('button', { name: 'Subscribe', exact: true })
  const release = await holding(page, 'auth.requestRegistrationOtp')
  await subscribe.click()
  await accept.click()
  await terms.getByRole('button', { name: 'Cancel' }).click()
  await terms.waitFor({ state: 'detached' })
  await page.getByLabel('Mobile Number').fill(newPhone())
  await subscribe.click()
  await terms.waitFor()
  await release()
  await eventually(() => accept.isEnabled()).toBe(true)
  expect(await page.getByRole('dialog', { name: 'Confirm your mobile number' }).count()).toBe(0)
})

test('a login code is not asked for a number that was corrected while the code was on its way', async () => {
  const page = await visit(browser, world, '/userlogin')
  const release = await holding(page, 'auth.requestLoginOtp')
  const send = page.getByRole('button', { name: 'Send OTP' })
  await page.getByLabel('Phone Number').fill((await createPerson(world, 'staff')).phone_number)
  await send.click()
  await page.getByLabel('Phone Number').fill(newPhone())
  await release()
  await eventually(() => send.isEnabled()).toBe(true)
  expect(await page.getByLabel('Digit 1 of 6').count()).toBe(0)
})
