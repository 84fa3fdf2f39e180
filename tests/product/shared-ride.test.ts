import { expect, test } from 'vitest'
import { detailOf } from '../harness/alert-calls.ts'
import {
  assign,
  callBack,
  createAmbulance,
  driverToken,
  linkedAlerts,
  north,
  raisedAlert,
  SCENE,
  smsTo,
} from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createHospital, hospitalToken, revoke, sendTo } from '../harness/handovers.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

const post = (path: string, body: object) => call(world.url, `/api/qr/alerts/${path}/`, { body, access: asha.access })
const share = (id: number, dispatch_id: unknown) => post(`${id}/dispatch/share`, { dispatch_id })
const driver = async (token: string) => (await call(world.url, `/api/drive/${token}/`)).body
const placesSet = async (id: number) =>
  (await detailOf(world, asha, id)).timeline.map(({ text }) => text).filter((text) => text.includes('set the place'))

test('the driver of a shared ride reads the hospital that was notified last of any of its people', async () => {
  const { alert, other, dispatch, token } = await linkedAlerts(world, asha)
  await share(other.id, dispatch.id)
  const [first, next] = [await createHospital(world), await createHospital(world)]
  await sendTo(world, asha, alert.id, { hospital_id: first.id })
  expect(await driver(token)).toMatchObject({ hospital: { name: first.name } })
  const sent = await sendTo(world, asha, other.id, { hospital_id: next.id })
  expect(await driver(token)).toMatchObject({ hospital: { name: next.name, phone: next.phone } })
  expect(String((await call(world.url, `/d/${token}`)).body.text)).toContain(next.name)
  await revoke(world, asha, Number(sent.body.id))
  expect(await driver(token)).toMatchObject({ hospital: { name: first.name } })
  // Only the alerts that the ambulance still goes to count.
  await sendTo(world, asha, other.id, { hospital_id: next.id })
  await callBack(world, asha, other.id)
  expect(await driver(token)).toMatchObject({ hospital: { name: first.name } })
})

test('only a hospital not notified of both people of a ride reads of the other hospital', async () => {
  const { alert, other, dispatch } = await linkedAlerts(world, asha)
  await share(other.id, dispatch.id)
  const [before, both] = [await createHospital(world), await createHospital(world)]
  await sendTo(world, asha, alert.id, { hospital_id: before.id })
  await sendTo(world, asha, alert.id, { hospital_id: both.id })
  await sendTo(world, asha, other.id, { hospital_id: both.id })
  const page = async (token: string) => (await call(world.url, `/api/handover/${token}/`)).body
  await hospitalToken(world, both.phone, 2)
  for (const text of await smsTo(world, both.phone)) {
    const [, token] = /\/h\/([\w-]{22})/.exec(text)!
    expect(await page(token!)).toMatchObject({ ambulance: { other_hospital: false } })
  }
  const notified_before = await page(await hospitalToken(world, before.phone))
  expect(notified_before).toMatchObject({ ambulance: { other_hospital: true } })
})

test('a place set before an alert shares a ride becomes that of the whole ride', async () => {
  const { alert, other, dispatch, token } = await linkedAlerts(world, asha)
  await post(`${other.id}/place`, { ...north(8), landmark: 'Gate 3' })
  const { version } = await detailOf(world, asha, alert.id)
  const shared = await share(other.id, dispatch.id)
  expect(await driver(token)).toMatchObject({ ...north(8), landmark: 'Gate 3' })
  expect(shared).toMatchObject({ status: 201, body: { distance_km: 7 } })
  const led = await detailOf(world, asha, alert.id)
  expect(led).toMatchObject({ ...north(8), landmark: 'Gate 3', dispatches: [{ distance_km: 7 }] })
  expect(led.version).toBeGreaterThan(version)
  expect(await placesSet(alert.id)).toEqual([
    expect.stringMatching(/^Asha Rao set the place to .*\(13\.04186, 77\.59000\)/),
  ])
  expect(await placesSet(other.id)).toHaveLength(1)
})

test('a dispatch without a place takes that of the joining alert, known places stay', async () => {
  const ambulance = await createAmbulance(world, { base_km: 3 })
  const [lead, known, third] = [
    await raisedAlert(world, { nowhere: true }),
    await raisedAlert(world),
    await raisedAlert(world),
  ]
  const { body } = await assign(world, asha, lead.id, { ambulance_id: ambulance.id })
  for (const { id } of [known, third]) await post(`${id}/link`, { with_id: lead.id })
  await world.db.updateTable('alerts').set(north(0.05)).where('id', '=', third.id).execute()
  expect((await share(known.id, body.id)).status).toBe(201)
  expect(await driver(await driverToken(world, ambulance))).toMatchObject(SCENE)
  expect((await detailOf(world, asha, lead.id)).dispatches).toMatchObject([{ distance_km: 3 }])
  expect((await share(third.id, body.id)).status).toBe(201)
  expect(await detailOf(world, asha, third.id)).toMatchObject(north(0.05))
  expect([await placesSet(known.id), await placesSet(third.id)]).toEqual([[], []])
})
