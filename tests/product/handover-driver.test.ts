import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assign, createAmbulance, north, raisedAlert, sentAmbulance, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createHospital, handedOver, hospitalToken, revoke, sendTo } from '../harness/handovers.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const HEALTH = /SECRET|Diabetes|Metformin|Meena|Suresh/i
const poll = (token: string) => call(world.url, `/api/handover/${token}/`)

test('the page follows the ambulance and says in how many minutes it is at the hospital', async () => {
  const { alert, token: driver } = await sentAmbulance(world, asha)
  const hospital = await createHospital(world, { km: 9.9 })
  await sendTo(world, asha, alert.id, { hospital_id: hospital.id })
  const token = await hospitalToken(world, hospital.phone)
  await call(world.url, `/api/drive/${driver}/position/`, { body: north(1) })
  expect((await poll(token)).body.ambulance).toMatchObject({
    state: 'ASSIGNED',
    scene_eta_minutes: 3,
    hospital_eta_minutes: null,
  })
  await call(world.url, `/api/drive/${driver}/position/`, { body: { latitude: 12.97, longitude: 77.59 } })
  await step(world, driver, 'TRANSPORTING')
  // 9.9 km x 1.4 at 30 km/h.
  expect((await poll(token)).body.ambulance).toMatchObject({ state: 'TRANSPORTING', hospital_eta_minutes: 28 })
})

test('a hospital reads neither minutes nor arrival once another hospital was notified', async () => {
  const { alert, token: driver } = await sentAmbulance(world, asha)
  const [hospital, next] = [await createHospital(world, { km: 9.9 }), await createHospital(world)]
  await sendTo(world, asha, alert.id, { hospital_id: hospital.id })
  const token = await hospitalToken(world, hospital.phone)
  const state = async (language: string) => {
    const { text } = (await call(world.url, `/h/${token}?lang=${language}`)).body
    return /<p id="state">(.*?)<\/p>/.exec(String(text))![1]
  }
  await call(world.url, `/api/drive/${driver}/position/`, { body: { latitude: 12.97, longitude: 77.59 } })
  const sent = await sendTo(world, asha, alert.id, { hospital_id: next.id })
  expect(await state('en')).toBe('An ambulance has been asked to go to the patient.')
  for (const name of ['TRANSPORTING', 'AT_HOSPITAL']) {
    await step(world, driver, name)
    expect(await state('en')).toBe('Another hospital was notified since. Call the call centre.')
    expect(await state('hi')).toContain('दूसरे अस्पताल')
    expect((await poll(token)).body.ambulance).toMatchObject({ state: name, hospital_eta_minutes: null })
  }
  await revoke(world, asha, Number(sent.body.id))
  expect(await state('en')).toBe('The ambulance is at the hospital.')
  await sendTo(world, asha, alert.id, { hospital_id: next.id })
  await step(world, driver, 'DONE')
  expect(await state('en')).toContain('Another hospital')
})

test('the driver sees the hospital as soon as it was notified, the bystander never', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  const view = async () => (await call(world.url, `/api/drive/${token}/`)).body
  expect(await view()).toMatchObject({ hospital: null })
  const hospital = await createHospital(world)
  await sendTo(world, asha, alert.id, { hospital_id: hospital.id })
  expect(await view()).toMatchObject({
    hospital: {
      name: hospital.name,
      phone: hospital.phone,
      latitude: expect.any(Number),
      longitude: expect.any(Number),
    },
  })
  const page = await call(world.url, `/d/${token}`)
  expect(String(page.body.text)).toContain(hospital.name)
  expect(JSON.stringify(await view())).not.toMatch(HEALTH)
  const status = new URL(alert.status_url, world.url).pathname
  for (const path of [status, `${status}/state`]) {
    expect(JSON.stringify((await call(world.url, path)).body)).not.toContain(hospital.name)
  }
})

test('the token is in the message only, until delivery or cancellation, tables have its hash', async () => {
  const { token, handover } = await handedOver(world, asha)
  for (const table of ['handovers', 'messages', 'outbox', 'alert_events', 'audit_log', 'alerts']) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} t where t::text like ${`%${token}%`}`.execute(world.db)
    expect([table, rows[0]!.n]).toEqual([table, 0])
  }
  const find = () =>
    world.db
      .selectFrom('messages')
      .select(['params_sealed', 'state'])
      .where('handover_id', '=', handover.id)
      .where('template', '=', 'hospital_handover')
      .executeTakeFirstOrThrow()
  await until('it is sent', async () => (await find()).state === 'sent')
  expect((await find()).params_sealed).not.toBeNull()
})

test('a driver whose SMS had gone out hears that he was called back, one who declined does not', async () => {
  const sms = (phone: string) =>
    world.db.selectFrom('dev_messages').select('text').where('to_phone', '=', phone).orderBy('id').execute()
  const cancelled = await sentAmbulance(world, asha)
  const rejected = await sentAmbulance(world, asha)
  const declined = await sentAmbulance(world, asha)
  for (const { alert } of [cancelled, rejected, declined]) {
    await until('the first SMS is noted as sent', () =>
      world.db
        .selectFrom('messages')
        .select('id')
        .where('alert_id', '=', alert.id)
        .where('template', '=', 'driver_dispatch')
        .where('state', '=', 'sent')
        .executeTakeFirst(),
    )
  }
  await step(world, declined.token, 'DECLINED')
  await call(world.url, `/api/qr/alerts/${rejected.alert.id}/update/`, {
    method: 'PATCH',
    body: { status: 'REJECTED', description: 'x' },
    access: asha.access,
  })
  await call(world.url, `/api/qr/alerts/${cancelled.alert.id}/dispatch/cancel/`, {
    body: { reason: 'Not needed' },
    access: asha.access,
  })
  for (const { alert, ambulance } of [cancelled, rejected]) {
    const [, text] = await until('the driver is notified', async () => {
      const texts = await sms(ambulance.driver_phone)
      return texts.length > 1 && texts
    })
    expect(text!.text).toMatch(
      new RegExp(
        `^Called back: ambulance ${ambulance.vehicle_number} is not needed for alert ${alert.id} any more\\. `,
      ),
    )
  }
  const notified = await world.db
    .selectFrom('messages')
    .select('alert_id')
    .where('template', '=', 'driver_called_back')
    .where('alert_id', '=', declined.alert.id)
    .execute()
  expect(notified).toEqual([])
  expect(await sms(declined.ambulance.driver_phone)).toHaveLength(1)
})

test('called back before the driver’s SMS went out: he hears nothing at all', async () => {
  const own = await createWorld({ worker: false })
  try {
    const by = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own)
    await assign(own, by, id, { ambulance_id: (await createAmbulance(own)).id })
    await call(own.url, `/api/qr/alerts/${id}/dispatch/cancel/`, { body: { reason: 'Test' }, access: by.access })
    const rows = await own.db.selectFrom('messages').select('template').where('alert_id', '=', id).execute()
    expect(rows.map(({ template }) => template)).not.toContain('driver_called_back')
  } finally {
    await own.stop()
  }
})
