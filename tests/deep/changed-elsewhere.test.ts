import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createAmbulance } from '../harness/ambulances.ts'
import { createPerson, createSticker, createSubscriber, newPhone, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, fileBrowser, visit, takeClock } from '../journeys/browser.ts'

// What changes while a form is open, by another person or by an answer that was lost, is neither undone nor done twice.

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

/** The window gets the focus back, so what the page shows is read again. */
async function comeBack(page: Page, answer: RegExp): Promise<void> {
  const read = page.waitForResponse(answer)
  await page.clock.fastForward(60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await read
}

test('a renewal whose answer was lost is confirmed by a second press, and made once', async () => {
  const { id } = await createSubscriber(world, { first_name: 'Farhan', ends_in_days: 5 })
  const page = await visit(browser, world, `/subscriber/${id}`, { as: admin })
  await page.route(
    '**/trpc/subscribers.renew**',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Renew plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew plan' })
  const read = page.waitForResponse(/subscribers\.plan/)
  await dialog.getByRole('button', { name: 'Renew plan' }).click()
  await dialog.getByRole('alert').waitFor()
  await read
  await dialog.getByRole('button', { name: 'Renew plan' }).click()
  await dialog.waitFor({ state: 'detached' })
  const terms = await world.db.selectFrom('subscriptions').select('id').where('user_id', '=', id).execute()
  expect(terms).toHaveLength(2)
})

test('a renewal with a coupon whose answer was lost is shown, and a second press confirms it', async () => {
  const { id } = await createSubscriber(world, { ends_in_days: 10 })
  const { serial_number, coupon_code } = await createSticker(world)
  const page = await visit(browser, world, '/profile', { as: await signIn(world, id) })
  await page.route(
    '**/trpc/subscribers.renewWithCoupon**',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByText(/^10 days left/).waitFor()
  await page.getByRole('button', { name: 'Renew with a coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew with a coupon' })
  await dialog.getByLabel('Serial Number').fill(serial_number)
  await dialog.getByLabel('Coupon Code').fill(coupon_code)
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.getByText(/^376 days left/).waitFor()
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await page.getByText('Plan renewed').waitFor()
  const terms = await world.db.selectFrom('subscriptions').select('id').where('user_id', '=', id).execute()
  expect(terms).toHaveLength(2)
})

test('a contact that was changed on another device stays when an older form saves something else', async () => {
  const { id } = await createSubscriber(world)
  const page = await visit(browser, world, '/profile', { as: await signIn(world, id) })
  await takeClock(page)
  await page.reload()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('Address').fill('12 Church Street')
  const spouse_mobile = newPhone()
  const contact = world.db.updateTable('subscriber_profiles').set({ spouse_mobile }).where('user_id', '=', id)
  await contact.execute()
  await comeBack(page, /users\.profile/)
  await page.getByRole('button', { name: /^Save/ }).first().click()
  const saved = () =>
    world.db
      .selectFrom('subscriber_profiles')
      .select(['address', 'spouse_mobile'])
      .where('user_id', '=', id)
      .executeTakeFirst()
  await eventually(saved).toMatchObject({ address: '12 Church Street' })
  expect(await saved()).toMatchObject({ spouse_mobile })
})

test('a driver’s number that a colleague corrected stays when an older form saves something else', async () => {
  const { id, vehicle_number } = await createAmbulance(world)
  const page = await visit(browser, world, '/ambulances', { as: admin })
  await page.getByRole('button', { name: `Edit ${vehicle_number}` }).click()
  const edit = page.getByRole('dialog', { name: `Edit ${vehicle_number}` })
  await edit.getByLabel('Operator').fill('Namma Ambulance')
  const driver_phone = newPhone()
  await world.db.updateTable('ambulances').set({ driver_phone }).where('id', '=', id).execute()
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  const row = await world.db
    .selectFrom('ambulances')
    .select(['operator', 'driver_phone'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ operator: 'Namma Ambulance', driver_phone })
})

test('from a list that begins at a name one goes back to what stands before it', async () => {
  for (const first_name of ['Asha', 'Om', 'Ravi']) await createSubscriber(world, { first_name })
  const page = await visit(browser, world, '/all-subscribers?sort=name&go_to=om', { as: admin })
  const first = page.getByRole('table').getByRole('row').nth(1)
  await first.getByText('Om').waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await first.getByText('Asha').waitFor()
})
