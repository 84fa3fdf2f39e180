import { describePlaceShortly } from '@tvarit/shared/domain/places/describe-place'
import { expect, test } from 'vitest'
import {
  ambulanceSms,
  assign,
  callBack,
  createAmbulance,
  driverToken,
  raisedAlert,
  SCENE,
  sentAmbulance,
  smsTo,
  step,
  trackToken,
} from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

const HEALTH = /SECRET|Diabetes|Metformin/i
const messagesOf = (alert: number, of = world) =>
  of.db
    .selectFrom('messages')
    .select(['template', 'state', 'to_phone', 'last_error'])
    .where('alert_id', '=', alert)
    .where('template', '<>', 'relative_alert')
    .execute()
const track = (token: string) => call(world.url, `/api/track/${token}/`)

test('each relative hears once which ambulance comes, its driver, arrival and link', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  for (const phone of alert.subscriber.relatives) {
    const [text] = await ambulanceSms(world, phone)
    expect(text).toBe(
      `Ambulance ${ambulance.vehicle_number} has been asked to come for Ravi Kumar. Driver Imran Khan, ${ambulance.driver_phone}. ` +
        `About 3 min. ${world.config.PUBLIC_URL}/t/${await trackToken(world, phone)}`,
    )
  }
  expect(new Set(await Promise.all(alert.subscriber.relatives.map((phone) => trackToken(world, phone)))).size).toBe(2)
  await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
  for (const phone of alert.subscriber.relatives) expect(await ambulanceSms(world, phone)).toHaveLength(1)
})

test('the SMS of the alert and that to the driver say the place in words', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  const words = describePlaceShortly({ ...SCENE, accuracy: null })
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
  const link = await trackToken(world, alert.subscriber.relatives[0]!)
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

test('a recall cancels messages that wait, and later stops further ones to relatives', async () => {
  const carrier = await startFakeCarrier()
  const own = await createWorld({ worker: false, settings: carrierSettings(carrier, ['twilio']) })
  try {
    const person = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own)
    await assign(own, person, id, { ambulance_id: (await createAmbulance(own)).id })
    await callBack(own, person, id)
    const { startWorker } = await import('@tvarit/worker/worker')
    const { createLog } = await import('@tvarit/shared/platform/log/log')
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
  await trackToken(world, alert.subscriber.relatives[0]!)
  await callBack(world, asha, alert.id)
  const notified = (await messagesOf(alert.id)).filter(({ template }) => template.startsWith('relative_'))
  expect(notified).toHaveLength(2)
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
