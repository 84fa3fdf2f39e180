import { digipinOf } from '@tvarit/shared/contracts/digipin'
import { test } from 'vitest'
import { assign, createAmbulance, driverToken, north, raisedAlert, SCENE, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createHospital } from '../harness/handovers.ts'
import { until } from '../harness/until.ts'
import { alertDesk, ambulances, send, sendButtons, sheet } from '../journeys/alert-desk.ts'
import { visitOnPhone } from '../journeys/browser.ts'
import { mapOf } from '../journeys/map-points.ts'

const { world, browser, asha, open } = await alertDesk()

test('an alert without a position gets its place by DIGIPIN or town, and its candidates at once', async () => {
  const near = await createAmbulance(world, { base_km: 2 })
  const { id } = await raisedAlert(world, { nowhere: true })
  const page = await open(id)
  await sheet(page).getByText('No GPS position was sent').waitFor()
  await sheet(page).getByRole('button', { name: 'Set the place' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the place' })
  const place = dialog.getByRole('textbox', { name: 'Place' })
  await dialog.getByRole('button', { name: 'Set the place' }).click()
  await dialog.getByText('Choose the place first.').waitFor()
  await place.fill('https://maps.app.goo.gl/abc')
  await dialog.getByText('This is a short link').waitFor()
  // Several towns have this name: nothing is chosen for the operator.
  await place.fill('Rampur')
  await dialog
    .getByRole('button', { name: /^Rampur, .*Uttar Pradesh/ })
    .first()
    .click()
  await dialog.getByText(/^(Town|PIN code): Rampur/).waitFor()
  await place.fill(digipinOf(SCENE.latitude, SCENE.longitude)!)
  await dialog.getByText(/^DIGIPIN: .*Bengaluru.*Karnataka$/).waitFor()
  await dialog.getByRole('textbox', { name: 'Landmark' }).fill('Town Hall')
  await dialog.getByRole('button', { name: 'Set the place' }).click()
  await dialog.waitFor({ state: 'detached' })
  await sheet(page)
    .getByText(/^12\.9(70|69)\d+, 77\.5(90|89)\d+$/)
    .waitFor()
  await sheet(page).getByText('Town Hall').waitFor()
  await sendButtons(page)
    .and(page.getByRole('button', { name: near.vehicle_number }))
    .waitFor()
  await page.getByText(/Asha Rao set the place to .* It was unknown before\./).waitFor()
})

test('a pin stays where it was set while its place is looked up or a landmark arrives', async () => {
  const { id, status_url } = await raisedAlert(world, { nowhere: true })
  const page = await open(id)
  await sheet(page).getByRole('button', { name: 'Set the place' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the place' })
  await page.route('**/trpc/**places.find**', (route) => route.abort())
  const box = (await (await mapOf(page, 'Place of the alert, map')).boundingBox())!
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
  await dialog.getByText(/^Place of the alert: pin at/).waitFor()
  const pinned = await dialog.getByText(/^Place of the alert: pin at/).textContent()
  const [latitude] = /[\d.]+/.exec(pinned!)!
  await call(world.url, `${status_url}/details`, { body: { landmark: 'Red gate' } })
  await sheet(page).getByText('Red gate').waitFor()
  await page.unroute('**/trpc/**places.find**')
  await dialog.getByRole('button', { name: 'Set the place' }).click()
  await dialog.waitFor({ state: 'detached' })
  await sheet(page)
    .getByText(new RegExp(`^${latitude}, `))
    .waitFor()
  await sheet(page).getByText('Red gate').waitFor()
})

test('without a position the operator finds and sends our ambulance, and the driver confirms', async () => {
  const { vehicle_number } = await createAmbulance(world)
  const { id } = await raisedAlert(world, { nowhere: true })
  const page = await open(id)
  await ambulances(page).getByText('There is no position to measure from.').waitFor()
  await ambulances(page).getByRole('searchbox', { name: 'Search all ambulances' }).fill('city care')
  await ambulances(page).getByText('Arrival unknown, ask Imran Khan').first().waitFor()
  await send(page, vehicle_number)
  await ambulances(page).getByText('Asked, no answer yet').waitFor()
})

test('correcting the place corrects an ambulance under way and asks to call its driver', async () => {
  const { id: ambulance_id } = await createAmbulance(world, { base_km: 1 })
  const { id } = await raisedAlert(world)
  await assign(world, asha, id, { ambulance_id })
  const page = await open(id)
  await sheet(page).getByRole('button', { name: 'Correct the place' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the place' })
  const { latitude, longitude } = north(11)
  await dialog.getByRole('textbox', { name: 'Place' }).fill(`${latitude}, ${longitude}`)
  await dialog.getByText(/^Coordinates: /).waitFor()
  await dialog.getByRole('button', { name: 'Set the place' }).click()
  await page.getByText('The place is set. Tell the driver by phone, too.').waitFor()
  await ambulances(page).getByText('10.0 km').waitFor()
})

test('open driver and relatives pages show the corrected place', async () => {
  const ambulance = await createAmbulance(world, { base_km: 1 })
  const { id, subscriber } = await raisedAlert(world)
  await assign(world, asha, id, { ambulance_id: ambulance.id })
  const driver = await visitOnPhone(browser, `${world.url}/d/${await driverToken(world, ambulance)}`)
  const link = await until('a relative has the link', async () => {
    const texts = await smsTo(world, subscriber.relatives[0]!)
    return /\/t\/[\w-]{22}/.exec(texts.join('\n'))?.[0]
  })
  const track = await visitOnPhone(browser, `${world.url}${link}`)
  await track.getByRole('heading', { name: 'An ambulance has been asked to come' }).waitFor()
  await driver.getByText(`${SCENE.latitude},${SCENE.longitude}`).waitFor()
  const place = { latitude: 12.9698, longitude: 77.7499 }
  await call(world.url, `/api/qr/alerts/${id}/place/`, { body: place, access: asha.access })
  await driver.getByText('The call centre has corrected the place. Look at it again.').waitFor()
  await driver.getByText('12.9698,77.7499').waitFor()
  await driver.getByText(/Whitefield/).waitFor()
  await track.getByText(/Place of the alert: .*Whitefield/).waitFor()
})

test('a place that a colleague corrects brings other hospitals onto the open page', async () => {
  await createHospital(world, { name: 'Near Hospital', km: 1 })
  await createHospital(world, { name: 'Far Hospital', km: 500 })
  const { id } = await raisedAlert(world)
  const page = await open(id)
  const nearest = page.getByRole('list', { name: 'Hospitals', exact: true }).getByRole('listitem').first()
  await nearest.getByText('Near Hospital').waitFor()
  const { latitude, longitude } = north(500)
  await call(world.url, `/api/qr/alerts/${id}/place/`, { body: { latitude, longitude }, access: asha.access })
  await nearest.getByText('Far Hospital').waitFor()
})
