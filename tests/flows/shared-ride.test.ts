import { expect, test } from 'vitest'
import { callBack, linkedAlerts } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createHospital, revoke, sendTo } from '../harness/handovers.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

const post = (path: string, body: object) => call(world.url, `/api/qr/alerts/${path}/`, { body, access: asha.access })
const share = (id: number, dispatch_id: unknown) => post(`${id}/dispatch/share`, { dispatch_id })
const driver = async (token: string) => (await call(world.url, `/api/drive/${token}/`)).body

test('the driver of a shared ride reads the hospital that was told last of any of its people', async () => {
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
