import { expect, test } from 'vitest'
import { assign, createAmbulance, sentAmbulance, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(world, 'staff', 'Vikram')

interface Detail {
  version: number
  claimed_by: { name: string } | null
  dispatch: object | null
  dispatches: { state: string; vehicle_number: string }[]
  timeline: { kind: string; text: string }[]
}

const detailOf = async (id: number, by = asha) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: by.access })).body as unknown as Detail
const lastOf = async (id: number) => (await detailOf(id)).timeline.findLast(({ kind }) => kind.startsWith('dispatch'))
const close = (id: number, status: string, by = asha) =>
  call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    body: { status, description: 'As told by phone.' },
    access: by.access,
  })
const cancel = (id: number, by = asha) =>
  call(world.url, `/api/qr/alerts/${id}/dispatch/cancel/`, { body: { reason: 'Wrong ambulance' }, access: by.access })
const statusOf = async ({ id }: { id: number }) =>
  (await world.db.selectFrom('ambulances').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('calling back: the ambulance is free, the link dead, the timeline says why, and another can be sent', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  expect((await call(world.url, `/api/drive/${token}/`)).status).toBe(200)
  expect(await cancel(alert.id, vikram)).toMatchObject({
    status: 200,
    body: { state: 'CANCELLED', cancel_reason: 'Wrong ambulance', declined: false, cancelled_at: expect.any(String) },
  })
  expect(await statusOf(ambulance)).toBe('AVAILABLE')
  expect((await call(world.url, `/api/drive/${token}/`)).status).toBe(404)
  expect((await lastOf(alert.id))!.text).toBe(`${ambulance.vehicle_number}: called back by Vikram: Wrong ambulance.`)
  expect(await cancel(alert.id)).toMatchObject({
    status: 409,
    body: { detail: 'No ambulance is on its way to this alert.' },
  })
  const next = await createAmbulance(world)
  expect((await assign(world, asha, alert.id, { ambulance_id: next.id })).status).toBe(201)
  expect((await detailOf(alert.id)).dispatches.map(({ vehicle_number }) => vehicle_number)).toEqual([
    next.vehicle_number,
    ambulance.vehicle_number,
  ])
})

test('an ambulance that was taken off duty on its way stays off when it is called back', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  await world.db.updateTable('ambulances').set({ status: 'OFF' }).where('id', '=', ambulance.id).execute()
  await cancel(alert.id)
  expect(await statusOf(ambulance)).toBe('OFF')
})

test('a rejected alert calls its ambulance back; an attended one lets it drive on', async () => {
  const [rejected, attended] = [await sentAmbulance(world, asha), await sentAmbulance(world, asha)]
  await close(rejected.alert.id, 'REJECTED')
  await close(attended.alert.id, 'ATTENDED')
  expect(await statusOf(rejected.ambulance)).toBe('AVAILABLE')
  expect(await statusOf(attended.ambulance)).toBe('BUSY')
  expect((await call(world.url, `/api/drive/${rejected.token}/`)).status).toBe(404)
  expect((await step(world, attended.token, 'EN_ROUTE')).status).toBe(200)
  expect(await detailOf(rejected.alert.id)).toMatchObject({ dispatch: null, dispatches: [{ state: 'CANCELLED' }] })
  expect((await detailOf(rejected.alert.id)).timeline.find(({ kind }) => kind === 'rejected')!.text).toBe(
    `Asha Rao rejected the alert: As told by phone. ${rejected.ambulance.vehicle_number} was called back.`,
  )
})

test('while one operator calls the ambulance back another rejects the alert and the driver presses: nobody hangs', async () => {
  for (let round = 0; round < 5; round++) {
    const { alert, ambulance, token } = await sentAmbulance(world, asha)
    const answers = await Promise.all([
      cancel(alert.id),
      close(alert.id, 'REJECTED', vikram),
      step(world, token, 'ACCEPTED'),
      call(world.url, `/api/drive/${token}/position/`, { body: { latitude: 12.9, longitude: 77.5 } }),
    ])
    for (const { status } of answers) expect([200, 404, 409]).toContain(status)
    expect(await statusOf(ambulance)).toBe('AVAILABLE')
  }
})
