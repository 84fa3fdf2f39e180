import { ageOn, indianDay } from '@tvarit/shared/contracts/indian-time'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { assign, createAmbulance, north, raisedAlert, sentAmbulance, step } from '../harness/ambulances.ts'
import { call, newAddress } from '../harness/api.ts'
import { createHospital, handedOver, hospitalToken, open, revoke, sendTo } from '../harness/handovers.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const HEALTH = /SECRET|Diabetes|Metformin|Meena|Suresh/i
const look = (token: string, headers: Record<string, string> = {}) => call(world.url, `/h/${token}`, { headers })
const poll = (token: string) => call(world.url, `/api/handover/${token}/`)
const viewsOf = (handover: number) =>
  world.db.selectFrom('handover_views').select('id').where('handover_id', '=', handover).execute()

test('looking at the page tells whose data waits, and neither shows nor counts anything, in whatever way it is looked at', async () => {
  const { alert, hospital, handover, token } = await handedOver(world, asha)
  const page = await look(token)
  expect(page.status).toBe(200)
  const text = String(page.body.text)
  expect(text).toContain('Health data of Ravi')
  expect(text).toContain(`For ${hospital.name}`)
  expect(text).toContain('Open health data')
  await call(world.url, `/h/${token}`, { method: 'HEAD' })
  const polled = await poll(token)
  expect(polled.body).toMatchObject({
    hospital: hospital.name,
    first_name: 'Ravi',
    alert_id: alert.id,
    ambulance: null,
  })
  for (const shown of [text, JSON.stringify(polled.body)]) {
    expect(shown).not.toMatch(HEALTH)
    expect(shown).not.toContain('Kumar')
    expect(shown).not.toContain(alert.subscriber.phone_number)
  }
  expect(await viewsOf(handover.id)).toEqual([])
})

test('pressing shows all of it: person, health, contacts, place, ambulance with state and driver', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  const hospital = await createHospital(world)
  await world.db
    .updateTable('subscriber_profiles')
    .set({ blood_group: 'AB-', allergies: 'Penicillin', date_of_birth: '1980-05-06', sex: 'female' })
    .where('user_id', '=', alert.subscriber.id)
    .execute()
  const sent = await sendTo(world, asha, alert.id, { hospital_id: hospital.id })
  expect(sent.status).toBe(201)
  const page = await open(world, await hospitalToken(world, hospital.phone))
  const text = String(page.body.text)
  for (const part of [
    'Ravi Kumar',
    'Diabetes SECRET-HEALTH',
    'Metformin SECRET-MEDICINE',
    'AB-',
    'Penicillin',
    `Female, ${ageOn('1980-05-06', indianDay(Date.now()))} years (06 May 1980)`,
    'Meena Kumar (Spouse)',
    `tel:+91${alert.subscriber.relatives[1]}`,
    `tel:+91${alert.subscriber.phone_number}`,
    '12.97,77.59',
    ambulance.vehicle_number.slice(-4),
    `tel:+91${ambulance.driver_phone}`,
    'An ambulance has been asked to go to the patient.',
  ]) {
    expect(text).toContain(part)
  }
})

test('each opening is noted: on the alert page, on the timeline, in the audit of the person', async () => {
  const { alert, hospital, handover, token } = await handedOver(world, asha)
  await open(world, token)
  await open(world, token)
  expect(await viewsOf(handover.id)).toHaveLength(2)
  const detail = (await call(world.url, `/api/qr/alerts/${alert.id}/`, { access: asha.access })).body
  expect(detail.handovers).toMatchObject([{ id: handover.id, views: 2, last_viewed_at: expect.any(String) }])
  const told = (detail.timeline as { text: string }[]).filter(
    ({ text }) => text === `${hospital.name} opened the health data.`,
  )
  expect(told).toHaveLength(2)
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'detail', 'ip'])
    .where('action', '=', 'health.viewed')
    .where('subject_id', '=', alert.subscriber.id)
    .where('actor_id', 'is', null)
    .execute()
  expect(audit).toHaveLength(2)
  expect(audit[0]!.detail).toEqual({ alert_id: alert.id, handover_id: handover.id, hospital: hospital.name })
})

test('a press also works with any body or none: what comes along is not read', async () => {
  const { token } = await handedOver(world, asha)
  const json = await call(world.url, `/h/${token}`, {
    body: '{broken',
    headers: { 'content-type': 'application/json' },
  })
  expect(json.status).toBe(200)
})

test('links that are unknown, malformed, revoked, run out or of another kind are answered alike, looked at and pressed', async () => {
  const revoked = await handedOver(world, asha)
  await revoke(world, asha, revoked.handover.id)
  const old = await handedOver(world, asha)
  await world.db
    .updateTable('handovers')
    .set({ expires_at: sql`now()` })
    .where('id', '=', old.handover.id)
    .execute()
  const { token: driver } = await sentAmbulance(world, asha)
  const unknown = randomBytes(16).toString('base64url')
  const dead = [unknown, 'x', '%00', revoked.token, old.token, driver, `${old.token}x`]
  const scrub = (text: unknown) => String(text).replaceAll(/nonce="[\w+/=]+"/g, '')
  for (const ask of [look, open.bind(null, world), poll]) {
    const seen = new Set<string>()
    for (const token of dead) {
      const answer = await ask(token)
      seen.add(`${answer.status} ${scrub(answer.body.text ?? JSON.stringify(answer.body))}`)
    }
    expect([...seen]).toHaveLength(1)
    expect([...seen][0]).toMatch(/^404/)
  }
  expect(await viewsOf(revoked.handover.id)).toEqual([])
})

test('guessing is slowed down after 60 wrong links a minute from one network, while right ones go on working there', async () => {
  const { token } = await handedOver(world, asha)
  const ip = newAddress()
  const guess = () => call(world.url, `/api/handover/${randomBytes(16).toString('base64url')}/`, { ip })
  const statuses = (await Promise.all(Array.from({ length: 70 }, guess))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 404)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect((await call(world.url, `/api/handover/${token}/`, { ip })).status).toBe(200)
})

test('a link that is pressed in a loop is slowed down, and said so', async () => {
  const { handover, token } = await handedOver(world, asha)
  const statuses: number[] = []
  for (let n = 0; n < 32; n++) statuses.push((await open(world, token)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.slice(-2)).toEqual([429, 429])
  expect(await viewsOf(handover.id)).toHaveLength(30)
})

test('opened while it is being revoked: either opened before and noted, or dead; never shown without a note', async () => {
  for (let round = 0; round < 8; round++) {
    const { handover, token } = await handedOver(world, asha)
    const [opened] = await Promise.all([open(world, token), revoke(world, asha, handover.id)])
    const shown = /SECRET-HEALTH/.test(String(opened.body.text))
    expect([opened.status, (await viewsOf(handover.id)).length]).toEqual(shown ? [200, 1] : [404, 0])
    expect((await open(world, token)).status).toBe(404)
  }
})

test('a press that found the link alive and then had to wait for its revocation shows nothing', async () => {
  const { alert, handover, token } = await handedOver(world, asha)
  await until('all messages are noted', async () => {
    const rows = await world.db.selectFrom('messages').select('state').where('alert_id', '=', alert.id).execute()
    return rows.every(({ state }) => state === 'sent')
  })
  await using locks = await holdLocks(world.pool, 'select from alerts where id = $1 for no key update', [alert.id])
  const revoking = revoke(world, asha, handover.id)
  await until('the revocation waits for the alert', async () => (await locks.waiting()) === 1)
  const opening = open(world, token)
  await until('the press waits behind it', async () => (await locks.waiting()) === 2)
  await locks.release()
  expect((await revoking).status).toBe(200)
  const opened = await opening
  expect([opened.status, String(opened.body.text).includes('SECRET')]).toEqual([404, false])
  expect(await viewsOf(handover.id)).toEqual([])
})

test('nothing of it is kept anywhere: no cache, no referrer, no frame, only its own script and style', async () => {
  const { token } = await handedOver(world, asha)
  for (const { headers } of [await look(token), await open(world, token)]) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'nonce-.*frame-ancestors 'none'/,
    )
  }
  expect((await poll(token)).headers.get('cache-control')).toBe('no-store')
})

test('the photo comes inside the opened page and at no address of its own; without it the data is shown all the same', async () => {
  const { alert, token } = await handedOver(world, asha)
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
  const key = `photos/${alert.subscriber.id}.jpg`
  await world.ctx().storage.put(key, photo, 'image/jpeg')
  await world.db
    .updateTable('subscriber_profiles')
    .set({ photo: key })
    .where('user_id', '=', alert.subscriber.id)
    .execute()
  expect(String((await look(token)).body.text)).not.toContain('base64')
  const text = String((await open(world, token)).body.text)
  expect(text).toContain(`data:image/jpeg;base64,${photo.toString('base64')}`)
  expect(text).not.toContain('/files/')
  await world.ctx().storage.remove(key)
  expect(String((await open(world, token)).body.text)).toContain('SECRET-HEALTH')
})

test('what people typed is text and never markup', async () => {
  const { alert, token } = await handedOver(world, asha, { first_name: '<script>alert(1)</script>' })
  await world.db
    .updateTable('subscriber_profiles')
    .set({ health_conditions: '<img src=x onerror=alert(1)>' })
    .where('user_id', '=', alert.subscriber.id)
    .execute()
  for (const page of [await look(token), await open(world, token)]) {
    expect(String(page.body.text)).not.toMatch(/<script>alert|<img src=x/)
  }
})

test('the page follows the ambulance: on the way to the hospital it says in how many minutes it is there', async () => {
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

test('the driver sees where to as soon as a hospital was told; the bystander never does', async () => {
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

test('the token is in the message only: not in the tables, where its hash stands, and gone once it was delivered or cancelled', async () => {
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
    const [, text] = await until('the driver is told', async () => {
      const texts = await sms(ambulance.driver_phone)
      return texts.length > 1 && texts
    })
    expect(text!.text).toMatch(
      new RegExp(
        `^Called back: ambulance ${ambulance.vehicle_number} is not needed for alert ${alert.id} any more\\. `,
      ),
    )
  }
  const rows = await world.db.selectFrom('messages').select('id').where('template', '=', 'driver_called_back').execute()
  expect(rows).toHaveLength(2)
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
