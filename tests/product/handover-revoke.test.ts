import { expect, test } from 'vitest'
import { closeAlert, detailOf, messagesOf } from '../harness/alert-calls.ts'
import { raisedAlert } from '../harness/ambulances.ts'
import { createHospital, handedOver, hospitalToken, open, revoke, sendTo } from '../harness/handovers.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const bina = await createPerson(world, 'staff', 'Bina')

test('revoking ends the link at once, allows another, and notifies relatives no second time', async () => {
  const { alert, hospital, handover, token } = await handedOver(world, asha)
  expect((await revoke(world, bina, handover.id)).body).toMatchObject({ state: 'REVOKED' })
  expect((await open(world, token)).status).toBe(404)
  expect((await revoke(world, bina, handover.id)).status).toBe(409)
  expect((await revoke(world, bina, 999_999)).status).toBe(404)
  const notified_of = (await detailOf(world, asha, alert.id)).timeline.map(({ text }) => text)
  expect(notified_of).toContain(`Bina Rao revoked the link of ${hospital.name}.`)
  await until('the relatives are notified', async () =>
    (await messagesOf(world, alert.id)).every(({ state }) => state === 'sent' || state === 'cancelled'),
  )
  const notified = async () =>
    (await messagesOf(world, alert.id)).filter(
      ({ template, state }) => template === 'relative_hospital' && state !== 'cancelled',
    ).length
  expect((await sendTo(world, bina, alert.id, { hospital_id: hospital.id })).status).toBe(201)
  expect(await notified()).toBe(2)
  expect((await open(world, await hospitalToken(world, hospital.phone, 2))).status).toBe(200)
  expect((await open(world, token)).status).toBe(404)
})

test('relatives who read of a second hospital read once of a return to the first', async () => {
  const { alert, hospital, handover } = await handedOver(world, asha)
  const notified = async () => {
    const rows = await messagesOf(world, alert.id)
    const about = rows.filter(({ template }) => template === 'relative_hospital')
    const settled = about.every(({ state }) => state === 'sent')
    return settled && about.map(({ params }) => (params as { hospital: string }).hospital)
  }
  const next = await createHospital(world)
  await sendTo(world, asha, alert.id, { hospital_id: next.id })
  const two = [hospital.name, hospital.name, next.name, next.name]
  expect(await until('both are sent', notified)).toEqual(two)
  await revoke(world, asha, handover.id)
  for (let round = 0; round < 2; round++) {
    const again = await sendTo(world, asha, alert.id, { hospital_id: hospital.id })
    expect(again.status).toBe(201)
    expect(await until('they are sent', notified)).toEqual([...two, hospital.name, hospital.name])
    await revoke(world, asha, Number(again.body.id))
  }
})

test('revoked before it went out: neither hospital nor relatives get it', async () => {
  const own = await createWorld({ worker: false })
  try {
    const by = await createPerson(own, 'staff')
    const { id, subscriber } = await raisedAlert(own)
    const hospital = await createHospital(own)
    const sent = await sendTo(own, by, id, { hospital_id: hospital.id })
    await revoke(own, by, Number(sent.body.id))
    const rows = await own.db.selectFrom('messages').selectAll().where('alert_id', '=', id).execute()
    const about = rows.filter(({ handover_id }) => handover_id !== null)
    expect(about.map(({ state, params_sealed }) => [state, params_sealed])).toEqual(
      Array.from({ length: 3 }, () => ['cancelled', null]),
    )
    expect(subscriber.relatives).toHaveLength(2)
  } finally {
    await own.stop()
  }
})

test('revoked while it was on its way to a worker: it is looked at once more, and not sent', async () => {
  const own = await createWorld({ worker: false })
  try {
    const by = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own)
    const sent = await sendTo(own, by, id, { hospital_id: (await createHospital(own)).id })
    const handover_id = Number(sent.body.id)
    await revoke(own, by, handover_id)
    // As a worker finds them that had claimed them before and lost the network.
    const params_sealed = Buffer.from('x')
    await own.db
      .updateTable('messages')
      .set({ state: 'pending', params_sealed, attempts: 1, uncertain: true })
      .where('handover_id', '=', handover_id)
      .execute()
    const { startWorker } = await import('@tvarit/worker/worker')
    const { createLog } = await import('@tvarit/shared/platform/log/log')
    const worker = startWorker(own.config, createLog('test', 'silent'))
    const settled = await until('all are settled', async () => {
      const rows = await own.db
        .selectFrom('messages')
        .select(['state', 'last_error'])
        .where('handover_id', '=', handover_id)
        .execute()
      return rows.every(({ state }) => state !== 'pending' && state !== 'sending') && rows
    })
    await worker.stop()
    expect(settled).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'cancelled', last_error: 'The link was revoked first.' })),
    )
    const texts = await own.db.selectFrom('dev_messages').select('template').execute()
    expect(texts.map(({ template }) => template)).not.toContain('relative_hospital')
  } finally {
    await own.stop()
  }
})

test('rejecting an alert kills its links, attending it does not', async () => {
  const rejected = await handedOver(world, asha)
  const attended = await handedOver(world, asha)
  await closeAlert(world, asha, rejected.alert.id, 'REJECTED', 'x')
  await closeAlert(world, asha, attended.alert.id, 'ATTENDED')
  expect((await open(world, rejected.token)).status).toBe(404)
  expect((await open(world, attended.token)).status).toBe(200)
  expect((await detailOf(world, asha, rejected.alert.id)).timeline.map(({ text }) => text)).toContain(
    `Asha Rao rejected the alert: x The link of ${rejected.hospital.name} was revoked.`,
  )
})
