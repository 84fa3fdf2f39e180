import { expect, test } from 'vitest'
import { closeAlert, detailOf } from '../harness/alert-calls.ts'
import {
  assign,
  callBack,
  createAmbulance,
  lastDispatchText,
  linkedAlerts,
  sentAmbulance,
  statusOf,
  step,
} from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(world, 'staff', 'Vikram')

test('a recall frees the ambulance, ends the link, is on the timeline and allows another', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  expect((await call(world.url, `/api/drive/${token}/`)).status).toBe(200)
  expect(await callBack(world, vikram, alert.id)).toMatchObject({
    status: 200,
    body: { state: 'CANCELLED', cancel_reason: 'Wrong ambulance', declined: false, cancelled_at: expect.any(String) },
  })
  expect(await statusOf(world, ambulance)).toBe('AVAILABLE')
  expect((await call(world.url, `/api/drive/${token}/`)).status).toBe(404)
  expect(await lastDispatchText(world, asha, alert.id)).toBe(
    `${ambulance.vehicle_number}: called back by Vikram: Wrong ambulance.`,
  )
  expect(await callBack(world, asha, alert.id)).toMatchObject({
    status: 409,
    body: { detail: 'No ambulance is on its way to this alert.' },
  })
  const next = await createAmbulance(world)
  expect((await assign(world, asha, alert.id, { ambulance_id: next.id })).status).toBe(201)
  expect((await detailOf(world, asha, alert.id)).dispatches.map(({ vehicle_number }) => vehicle_number)).toEqual([
    next.vehicle_number,
    ambulance.vehicle_number,
  ])
})

test('an ambulance that was taken off duty on its way stays off when it is called back', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  await world.db.updateTable('ambulances').set({ status: 'OFF' }).where('id', '=', ambulance.id).execute()
  await callBack(world, asha, alert.id)
  expect(await statusOf(world, ambulance)).toBe('OFF')
})

test('a rejected alert recalls its ambulance, an attended one lets it drive on', async () => {
  const [rejected, attended] = [await sentAmbulance(world, asha), await sentAmbulance(world, asha)]
  await closeAlert(world, asha, rejected.alert.id, 'REJECTED', 'As reported by phone.')
  await closeAlert(world, asha, attended.alert.id, 'ATTENDED')
  expect(await statusOf(world, rejected.ambulance)).toBe('AVAILABLE')
  expect(await statusOf(world, attended.ambulance)).toBe('BUSY')
  expect((await call(world.url, `/api/drive/${rejected.token}/`)).status).toBe(404)
  expect((await step(world, attended.token, 'EN_ROUTE')).status).toBe(200)
  expect(await detailOf(world, asha, rejected.alert.id)).toMatchObject({
    dispatch: null,
    dispatches: [{ state: 'CANCELLED' }],
  })
  expect((await detailOf(world, asha, rejected.alert.id)).timeline.find(({ kind }) => kind === 'rejected')!.text).toBe(
    `Asha Rao rejected the alert: As reported by phone. ${rejected.ambulance.vehicle_number} was called back.`,
  )
})

test('a recall, a rejection and a driver’s step at the same moment do not deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const { alert, ambulance, token } = await sentAmbulance(world, asha)
    const answers = await Promise.all([
      callBack(world, asha, alert.id),
      closeAlert(world, vikram, alert.id, 'REJECTED'),
      step(world, token, 'ACCEPTED'),
      call(world.url, `/api/drive/${token}/position/`, { body: { latitude: 12.9, longitude: 77.5 } }),
    ])
    for (const { status } of answers) expect([200, 404, 409]).toContain(status)
    expect(await statusOf(world, ambulance)).toBe('AVAILABLE')
  }
})

test('a step that waits while its ride moves to a linked alert counts for that one', async () => {
  const { alert, other, dispatch, token } = await linkedAlerts(world, asha)
  await call(world.url, `/api/qr/alerts/${other.id}/dispatch/share/`, {
    body: { dispatch_id: dispatch.id },
    access: asha.access,
  })
  await using held = await holdLocks(world.pool, 'select from alerts where id = $1 for update', [alert.id])
  const called_off = callBack(world, asha, alert.id)
  await until('the recall waits', async () => (await held.waiting()) === 1)
  const accepted = step(world, token, 'ACCEPTED')
  await until('the step waits behind it', async () => (await held.waiting()) === 2)
  await held.release()
  expect((await called_off).status).toBe(200)
  expect(await accepted).toMatchObject({ status: 200, body: { alert_id: other.id, state: 'ACCEPTED' } })
})
