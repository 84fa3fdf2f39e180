import type { TrackView } from '@tvarit/shared/contracts/dispatch'
import { describePlaceShortly } from '@tvarit/shared/domain/ground/places/describe-place'
import { expect, test } from 'vitest'
import {
  assign,
  createAmbulance,
  driverToken,
  raisedAlert,
  SCENE,
  sentAmbulance,
  smsTo,
  step,
} from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

const HEALTH = /SECRET|Diabetes|Metformin/i

const dispatchSms = async (phone: string) => (await smsTo(world, phone)).filter((text) => text.startsWith('Ambulance'))
const messagesOf = (alert: number, of = world) =>
  of.db
    .selectFrom('messages')
    .select(['template', 'state', 'to_phone', 'last_error'])
    .where('alert_id', '=', alert)
    .where('template', '<>', 'relative_alert')
    .execute()
const track = async (token: string, of = world) => call(of.url, `/api/track/${token}/`)
const trackToken = async (phone: string, of = world) => {
  const texts = await until('the relative knows of the ambulance', async () => {
    const rows = await of.db.selectFrom('dev_messages').select('text').where('to_phone', '=', phone).execute()
    const found = rows.filter(({ text }) => text.startsWith('Ambulance'))
    return found.length > 0 && found
  })
  return /\/t\/([\w-]{22})$/.exec(texts[0]!.text)![1]!
}

test('each relative hears once which ambulance comes, who drives, when it arrives, and where to follow it', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  for (const phone of alert.subscriber.relatives) {
    const [text] = await until('the relative has it', async () => {
      const texts = await dispatchSms(phone)
      return texts.length > 0 && texts
    })
    expect(text).toBe(
      `Ambulance ${ambulance.vehicle_number} has been asked to come for Ravi Kumar. Driver Imran Khan, ${ambulance.driver_phone}. ` +
        `About 3 min. ${world.config.PUBLIC_URL}/t/${await trackToken(phone)}`,
    )
  }
  expect(new Set(await Promise.all(alert.subscriber.relatives.map((phone) => trackToken(phone)))).size).toBe(2)
  await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
  for (const phone of alert.subscriber.relatives) expect(await dispatchSms(phone)).toHaveLength(1)
})

test('the SMS of the alert and that to the driver say the place in words', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  const words = describePlaceShortly(SCENE.latitude, SCENE.longitude)
  expect(words).toMatch(/of [A-Z]/)
  const said = expect.stringContaining(`, ${words}`)
  await until('the driver has the SMS', async () => (await smsTo(world, ambulance.driver_phone)).length > 0)
  expect(await smsTo(world, ambulance.driver_phone)).toContainEqual(said)
  for (const phone of alert.subscriber.relatives) {
    const texts = await until('the relative has the SMS', async () => {
      const found = (await smsTo(world, phone)).filter((text) => text.startsWith('EMERGENCY'))
      return found.length > 0 && found
    })
    expect(texts).toContainEqual(said)
  }
})

test('no text that any of them gets says anything about health, and no view behind a link does', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  const link = await trackToken(alert.subscriber.relatives[0]!)
  const views = [
    (await call(world.url, `/api/drive/${token}/`)).body,
    (await track(link)).body,
    (await call(world.url, `/api/qr/alerts/${alert.id}/dispatches/`, { access: asha.access })).body,
  ]
  await step(world, token, 'DONE')
  views.push((await track(link)).body)
  for (const view of views) expect(JSON.stringify(view)).not.toMatch(HEALTH)
  const texts = await world.db.selectFrom('dev_messages').select('text').execute()
  const kept = await world.db.selectFrom('messages').select('params').execute()
  expect(texts.length).toBeGreaterThan(3)
  expect(JSON.stringify([texts, kept])).not.toMatch(HEALTH)
})

test('an outside provider, or no known place: the relatives hear what is known and get the link', async () => {
  const outside = await raisedAlert(world)
  const nowhere = await raisedAlert(world, { nowhere: true })
  await assign(world, asha, outside.id, { outside_provider: 'City Hospital' })
  const ambulance = await createAmbulance(world)
  expect(await assign(world, asha, nowhere.id, { ambulance_id: ambulance.id })).toMatchObject({
    status: 201,
    body: { eta_minutes: null, distance_km: null, inside_plan: null },
  })
  await driverToken(world, ambulance)
  const textTo = async (phone: string) => {
    const find = () =>
      world.db
        .selectFrom('dev_messages')
        .select('text')
        .where('to_phone', '=', phone)
        .where('template', 'like', 'relative_dispatch%')
        .executeTakeFirst()
    return (await until('the relative has it', async () => (await find()) ?? null)).text
  }
  const of = await textTo(outside.subscriber.relatives[0]!)
  expect(of).toMatch(
    /^An ambulance of City Hospital was called for .+\. Follow: http\S+\/t\/[\w-]{22} Questions: \+?\d+$/,
  )
  const known = await textTo(nowhere.subscriber.relatives[0]!)
  expect(known).toMatch(/^Ambulance \S+ has been asked to come for .+\. Driver .+, \d+\. http\S+\/t\/[\w-]{22}$/)
})

test('called back before the messages went out: neither driver nor relatives get them; called back later: relatives get no further one', async () => {
  const carrier = await startFakeCarrier()
  const own = await createWorld({ worker: false, settings: carrierSettings(carrier, ['twilio']) })
  try {
    const person = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own)
    await assign(own, person, id, { ambulance_id: (await createAmbulance(own)).id })
    await call(own.url, `/api/qr/alerts/${id}/dispatch/cancel/`, { body: { reason: 'Test' }, access: person.access })
    const { startWorker } = await import('@tvarit/worker/worker')
    const { createLog } = await import('@tvarit/shared/platform/log')
    const worker = startWorker(own.config, createLog('test', 'silent'))
    await until('all are settled', async () => {
      const rows = await messagesOf(id, own)
      return rows.length === 3 && rows.every(({ state }) => state === 'cancelled')
    })
    await worker.stop()
    expect(carrier.accepted.filter(({ text }) => /ambulance/i.test(text ?? ''))).toEqual([])
    expect((await messagesOf(id, own))[0]!.last_error).toBe('The ambulance was called back first.')
  } finally {
    await own.stop()
    await carrier.close()
  }
  const { alert } = await sentAmbulance(world, asha)
  await trackToken(alert.subscriber.relatives[0]!)
  await call(world.url, `/api/qr/alerts/${alert.id}/dispatch/cancel/`, {
    body: { reason: 'Test' },
    access: asha.access,
  })
  const told = (await messagesOf(alert.id)).filter(({ template }) => template.startsWith('relative_'))
  expect(told).toHaveLength(2)
})

test('a driver SMS that failed can be sent again with the same link', async () => {
  const carrier = await startFakeCarrier()
  carrier.mode('twilio', 'bad_number')
  const own = await createWorld({ settings: carrierSettings(carrier, ['twilio']) })
  try {
    const person = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own, { relatives: [] })
    await assign(own, person, id, { ambulance_id: (await createAmbulance(own)).id })
    const message = await until('it has failed', () =>
      own.db
        .selectFrom('messages')
        .select('id')
        .where('template', '=', 'driver_dispatch')
        .where('state', '=', 'failed')
        .executeTakeFirst(),
    )
    carrier.mode('twilio', 'ok')
    await call(own.url, '/trpc/alerts.retryMessage', { body: { message_id: message.id }, access: person.access })
    const sent = await until('it is sent', () => carrier.accepted.find(({ text }) => text?.includes('/d/')))
    const token = /\/d\/([\w-]{22})/.exec(sent.text!)![1]!
    expect((await call(own.url, `/api/drive/${token}/`)).status).toBe(200)
  } finally {
    await own.stop()
    await carrier.close()
  }
})

test('the link shows who takes care and where the ambulance is; afterwards neither driver nor position', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  const link = await trackToken(alert.subscriber.relatives[0]!)
  await call(world.url, `/api/drive/${token}/position/`, { body: { latitude: 12.98, longitude: 77.6 } })
  await step(world, token, 'EN_ROUTE')
  const view = (await track(link)).body as unknown as TrackView
  expect(view).toEqual({
    first_name: 'Ravi',
    raised_at: expect.any(String),
    status: 'PENDING',
    taken_by: 'Asha',
    place: { latitude: 12.97, longitude: 77.59, landmark: null },
    ambulance: {
      state: 'EN_ROUTE',
      vehicle_number: ambulance.vehicle_number,
      outside_provider: null,
      driver_name: 'Imran Khan',
      driver_phone: ambulance.driver_phone,
      // 1.55 km x 1.4 at 30 km/h, from where it is now.
      eta_minutes: 5,
      latitude: 12.98,
      longitude: 77.6,
      position_at: expect.any(String),
    },
    hospital: null,
    call_centre_phone: world.config.BRAND_PHONE,
    language: 'en',
    confirmed: false,
    closed_at: null,
  })
  await step(world, token, 'DONE')
  expect((await track(link)).body).toMatchObject({
    ambulance: { state: 'DONE', driver_name: null, driver_phone: null, latitude: null, position_at: null },
  })
})

test('after a call-back the link shows no ambulance, then the next one, under the same address', async () => {
  const { alert } = await sentAmbulance(world, asha, { relatives: [newPhone()] })
  const [phone] = alert.subscriber.relatives as [string]
  const link = await trackToken(phone)
  await call(world.url, `/api/qr/alerts/${alert.id}/dispatch/cancel/`, {
    body: { reason: 'Test' },
    access: asha.access,
  })
  expect((await track(link)).body).toMatchObject({ ambulance: null })
  const next = await createAmbulance(world)
  await assign(world, asha, alert.id, { ambulance_id: next.id })
  const [, second] = await until('the relative hears of the next', async () => {
    const texts = await dispatchSms(phone)
    return texts.length === 2 && texts
  })
  expect(second).toContain(`/t/${link}`)
  expect((await track(link)).body).toMatchObject({ ambulance: { vehicle_number: next.vehicle_number } })
})

test('a link that has ended is like an unknown one, also of an alert that is still open', async () => {
  const own = await createWorld()
  try {
    const { alert } = await sentAmbulance(own, await createPerson(own, 'staff'))
    const link = await trackToken(alert.subscriber.relatives[0]!, own)
    await own.advanceTime(24 * 3_600_000 + 1_000)
    const [dead, unknown] = [await track(link, own), await track('C'.repeat(22), own)]
    expect([dead.status, dead.body]).toEqual([404, unknown.body])
  } finally {
    await own.stop()
  }
})
