import { ageOn, indianDay } from '@tvarit/shared/contracts/indian-time'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sentAmbulance } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createHospital, handedOver, hospitalToken, open, sendTo } from '../harness/handovers.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const HEALTH = /SECRET|Diabetes|Metformin|Meena|Suresh/i
const look = (token: string, headers: Record<string, string> = {}) => call(world.url, `/h/${token}`, { headers })
const poll = (token: string) => call(world.url, `/api/handover/${token}/`)
const viewsOf = (handover: number) =>
  world.db.selectFrom('handover_views').select('id').where('handover_id', '=', handover).execute()

test('viewing the page names the patient, but neither shows nor counts health data', async () => {
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
  const notified = (detail.timeline as { text: string }[]).filter(
    ({ text }) => text === `${hospital.name} opened the health data.`,
  )
  expect(notified).toHaveLength(2)
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

test('the page is not cached, referred or framed, with only its own script and style', async () => {
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

test('the photo is embedded in the opened page, and without it the data shows all the same', async () => {
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
