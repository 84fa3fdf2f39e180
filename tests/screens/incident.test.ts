import { afterEach, expect, test } from 'vitest'
import { assign, createAmbulance, north, SCENE } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { send } from '../journeys/alert-desk.ts'
import { closeProfiles, fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()

afterEach(() => closeProfiles(browser))

test('two stickers of one accident are linked, share an ambulance and are unlinked again', async () => {
  const ambulance = await createAmbulance(world)
  const [ravi, meena] = [
    await createSubscriber(world, { first_name: 'Ravi' }),
    await createSubscriber(world, { first_name: 'Meena' }),
  ]
  const first = await press(world.url, ravi.sticker.token, SCENE)
  await press(world.url, meena.sticker.token, SCENE)
  const page = await visit(browser, world, `/qr-alerts/${first.id}`, { as: await createPerson(world, 'staff') })
  await send(page, ambulance.vehicle_number)
  await page.getByText('Asked, no answer yet').first().waitFor()
  await page.getByText('Another alert was raised within 100 m and 10 minutes.').waitFor()
  await page.getByRole('button', { name: 'Same accident: Meena Kumar' }).click()
  await page.getByRole('heading', { name: 'One accident, 2 people' }).waitFor()
  await page.getByRole('list', { name: 'Other alerts of this accident' }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Meena Kumar' }).waitFor()
  await page.getByRole('button', { name: `${ambulance.vehicle_number} takes this person too` }).click()
  await page.getByRole('region', { name: 'Ambulance' }).getByText('Asked, no answer yet').first().waitFor()
  expect(await page.getByRole('button', { name: 'takes this person too' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Unlink this alert' }).click()
  await page.getByRole('heading', { name: 'One accident?' }).waitFor()
  await page.getByRole('button', { name: 'Same accident: Ravi Kumar' }).waitFor()
})

test('an alert’s page follows its accident’s other alerts and offers new ones nearby', async () => {
  const asha = await createPerson(world, 'staff')
  const ambulance = await createAmbulance(world)
  const [meena, ravi, farida] = [
    await createSubscriber(world, { first_name: 'Meena' }),
    await createSubscriber(world, { first_name: 'Ravi' }),
    await createSubscriber(world, { first_name: 'Farida' }),
  ]
  const place = north(20)
  const { id } = await press(world.url, meena.sticker.token, place)
  const page = await visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  await page.getByRole('heading', { level: 1, name: 'Meena Kumar' }).waitFor()
  const other = await press(world.url, ravi.sticker.token, place)
  await page.getByRole('button', { name: 'Same accident: Ravi Kumar' }).click()
  await page.getByRole('heading', { name: 'One accident, 2 people' }).waitFor()
  // From here on nothing happens to the alert of the page itself.
  await world.worker!.stop()
  world.worker = null
  await assign(world, asha, other.id, { ambulance_id: ambulance.id })
  const share = page.getByRole('button', { name: `${ambulance.vehicle_number} takes this person too` })
  await share.waitFor()
  const accepted = { body: { step: 'ACCEPTED' }, access: asha.access }
  await call(world.url, `/api/qr/alerts/${other.id}/dispatch/steps/`, accepted)
  await page.getByText(`${ambulance.vehicle_number}: Accepted`).waitFor()
  await share.waitFor()
  await press(world.url, farida.sticker.token, place)
  await page.getByRole('button', { name: 'Same accident: Farida Kumar' }).waitFor()
})
