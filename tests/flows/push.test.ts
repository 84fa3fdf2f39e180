import { randomUUID } from 'node:crypto'
import type { OwnPush, PushContent } from '@tvarit/shared/contracts/push'
import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import { addOnCallPerson } from '@tvarit/shared/domain/emergency/on-call/add-person'
import { pushKey } from '@tvarit/shared/domain/emergency/push/push-key'
import { pushStaff } from '@tvarit/shared/domain/emergency/push/push-staff'
import { sendPush } from '@tvarit/shared/domain/emergency/push/send-push'
import { rotateKeys } from '@tvarit/shared/domain/operations/keys/rotate-keys'
import { encryptPush, publicKeyOf } from '@tvarit/shared/platform/push/encrypt-push'
import { isPushService } from '@tvarit/shared/platform/push/push-services'
import { readConfig } from '@tvarit/shared/platform/config'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { newSubscription, readPush, readVapid, startPushService } from '../harness/fake-push-service.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const service = await startPushService()
const world = await fileWorld({ worker: false, settings: { PUSH_TEST_ORIGIN: service.origin } })
afterAll(() => service.close())

let asha: Person
beforeEach(async () => {
  await world.empty('alerts', 'outbox', 'push_subscriptions', 'consoles', 'on_call_people', 'staff_calls')
  service.status = 201
  asha = await createPerson(world, 'staff', 'Asha')
})

const own = async (person: Person, url = world.url) =>
  (await call(url, '/api/push/', { access: person.access })).body as unknown as OwnPush

/** A device of a person, whose first push is done. */
async function device(person: Person): Promise<{ id: number; endpoint: string }> {
  const body = newSubscription(service.origin)
  expect((await call(world.url, '/api/push/', { body, access: person.access })).status).toBe(201)
  await world.empty('outbox')
  return (await own(person)).devices.find(({ endpoint }) => endpoint === body.endpoint)!
}

const arm = (person: Person) =>
  world.db.insertInto('consoles').values({ id: randomUUID(), user_id: person.id, armed: true }).execute()
const jobs = async () => {
  const rows = await world.db
    .selectFrom('outbox')
    .select('payload')
    .where('job', '=', 'send-push')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => payload as { subscription_id: number; alert_id: number })
}
/** What several workers do at the same moment; the devices that are due. */
async function due(): Promise<number[]> {
  await world.empty('outbox')
  await Promise.all([1, 2, 3].map(() => pushStaff({ ctx: world.ctx() })))
  return (await jobs()).map(({ subscription_id }) => subscription_id)
}
const hasWaited = (id: number, seconds: number) =>
  world.db
    .updateTable('alerts')
    .set({ waiting_since: sql`now() - make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute()
const send = (subscription_id: number, alert_id: number | null = null, last_attempt = true) =>
  sendPush({ ctx: world.ctx(), input: { subscription_id, alert_id }, last_attempt })

test('a push is encrypted as the example of RFC 8291', () => {
  const body = encryptPush(
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    'When I grow up, I want to be a watermelon',
    {
      private_key: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    },
  )
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

describe('a device', () => {
  test('gets a first push that only it can read, signed with the key that browsers subscribe with', async () => {
    const { id, endpoint } = await device(asha)
    await send(id)
    const [push] = await service.untilArrived(endpoint)
    expect(readPush(push!)).toEqual({ alert_id: null, age: 0, count: 0 })
    expect(push!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '600' })
    const { key, claims } = readVapid(push!)
    const { public_key, devices } = await own(asha)
    expect(key).toBe(public_key)
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:help@tvarit.example' })
    expect(devices).toMatchObject([{ delivered_at: expect.any(String), last_error: null }])
  })

  test.each([404, 410])('that its push service does not know any more (%i) is removed', async (status) => {
    const { id } = await device(asha)
    service.status = status
    await send(id)
    expect((await own(asha)).devices).toEqual([])
  })

  test.each([400, 403, 413])('that is refused (%i) is not tried again, and its person sees why', async (status) => {
    const { id } = await device(asha)
    service.status = status
    await send(id, null, false)
    expect((await own(asha)).devices).toMatchObject([{ last_error: `The push service answered ${status}.` }])
  })

  test.each([429, 500, 503, 302])(
    'that could not be reached (%i) is tried again, at last only noted',
    async (status) => {
      const { id } = await device(asha)
      service.status = status
      await expect(send(id, null, false)).rejects.toThrow('The push service')
      await send(id, null, true)
      expect((await own(asha)).devices).toMatchObject([{ last_error: expect.stringContaining('push service') }])
      expect(service.arrived.some(({ endpoint }) => endpoint.endsWith('/elsewhere'))).toBe(false)
    },
  )

  test('is listed and removed by its person alone, and belongs to the person who used it last', async () => {
    const { id, endpoint } = await device(asha)
    const vikram = await createPerson(world, 'staff', 'Vikram')
    const remove = (person: Person, one: number) =>
      call(world.url, `/api/push/${one}/`, { method: 'DELETE', access: person.access })
    expect((await remove(vikram, id)).status).toBe(404)
    const again = { ...newSubscription(service.origin), endpoint }
    await call(world.url, '/api/push/', { body: again, access: vikram.access })
    expect((await own(asha)).devices).toEqual([])
    const [his] = (await own(vikram)).devices
    expect((await remove(vikram, his!.id)).status).toBe(200)
    expect((await own(vikram)).devices).toEqual([])
  })

  test('of too many the oldest goes', async () => {
    const first = await device(asha)
    for (let n = 0; n < 10; n++) await device(asha)
    const { devices } = await own(asha)
    expect(devices).toHaveLength(10)
    expect(devices.map(({ id }) => id)).not.toContain(first.id)
  })
})

test('a change of SECRET_KEY seals the key again: devices go on', async () => {
  const { public_key } = await own(asha)
  const SECRET_KEY = 'the-next-secret-key-the-next-secret-key'
  const next = { ...world.config, SECRET_KEY, SECRET_KEYS_BEFORE: [world.config.SECRET_KEY] }
  const rotate = (config: typeof next) => rotateKeys({ ctx: { ...world.ctx(), config }, report: () => {} })
  await rotate(next)
  const alone = { ...next, SECRET_KEYS_BEFORE: [] }
  expect(publicKeyOf(await pushKey({ ...world.ctx(), config: alone }))).toBe(public_key)
  await rotate({ ...world.config, SECRET_KEYS_BEFORE: [SECRET_KEY] })
  expect((await own(asha)).public_key).toBe(public_key)
})

describe('only push services of browsers are asked', () => {
  const plain = { PUSH_TEST_ORIGIN: undefined }
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s may', (endpoint) => expect(isPushService(plain, endpoint)).toBe(true))

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user:word@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil.example/fcm.googleapis.com',
    'https://127.0.0.1/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/abc',
    'https://evil-push.apple.com.example/abc',
    'file:///etc/passwd',
    'nonsense',
  ])('%s may not', (endpoint) => expect(isPushService(plain, endpoint)).toBe(false))

  test('another address, or what is no key, is refused at the door', async () => {
    const good = newSubscription(service.origin)
    const subscribe = (body: object) => call(world.url, '/api/push/', { body, access: asha.access })
    const refused = [
      ['endpoint', 'http://127.0.0.1:1/abc'],
      ['p256dh', Buffer.alloc(65, 4).toString('base64url')],
      ['p256dh', 'AAAA'],
      ['auth', 'AAAA'],
    ] as const
    for (const [field, value] of refused) {
      const { status, body } = await subscribe({ ...good, [field]: value })
      expect([status, Object.keys(body)]).toEqual([400, [field]])
    }
    expect(await jobs()).toEqual([])
  })

  test('the setting of the tests takes this machine only, and none that others reach', () => {
    const read = (settings: object) => () => readConfig({ ...world.environment, ...settings })
    expect(read({ PUSH_TEST_ORIGIN: 'http://10.0.0.1:80' })).toThrow('must be on this machine')
    expect(read({ PUSH_TEST_ORIGIN: 'http://127.0.0.1:80', HOST: '0.0.0.0' })).toThrow('PUSH_TEST_ORIGIN: is for tests')
  })
})

describe('a push is due', () => {
  test('at once for an alert that no armed console sees, to every person of the call centre, once', async () => {
    const admin = await createPerson(world, 'admin', 'Meera')
    const devices = [await device(asha), await device(admin)]
    expect(await due()).toEqual([])
    const { id } = await raisedAlert(world)
    expect((await due()).toSorted()).toEqual(devices.map((each) => each.id))
    expect((await jobs()).map(({ alert_id }) => alert_id)).toEqual([id, id])
    await world.advanceTime(11_000)
    expect(await due()).toEqual([])
  })

  test('at levels 1 to 3 while a console is armed, but not to the person at it', async () => {
    const vikram = await createPerson(world, 'staff', 'Vikram')
    const [hers, his] = [await device(asha), await device(vikram)]
    await arm(vikram)
    const { id } = await raisedAlert(world)
    expect(await due()).toEqual([])
    for (const seconds of [31, 61, 121]) {
      await world.db
        .updateTable('push_subscriptions')
        .set({ pushed_at: sql`now() - interval '20 seconds'` })
        .execute()
      await hasWaited(id, seconds)
      expect(await due(), `${seconds} s`).toEqual([hers.id])
    }
    await world.advanceTime(46_000)
    expect(await due()).toContain(his.id)
  })

  test('to a person on call also at an armed console', async () => {
    const on_call = { name: 'Asha', phone: asha.phone_number, language: 'en' as const }
    const admin = await createPerson(world, 'admin', 'Meera')
    await addOnCallPerson({ ctx: { ...world.ctx(admin.actor), actor: admin.actor }, input: on_call })
    const { id } = await device(asha)
    await arm(asha)
    await raisedAlert(world)
    await world.advanceTime(31_000)
    await arm(asha)
    expect(await due()).toEqual([id])
  })

  test('for twenty alerts once in ten seconds, with their number; again after five minutes', async () => {
    const { id, endpoint } = await device(asha)
    const first = await raisedAlert(world)
    expect(await due()).toEqual([id])
    for (let n = 1; n < 20; n++) await raisedAlert(world)
    expect(await due()).toEqual([])
    await world.advanceTime(11_000)
    expect(await due()).toEqual([id])
    await send(id, first.id)
    expect(readPush(service.to(endpoint)[0]!)).toMatchObject({ alert_id: first.id, count: 20 })
    await world.advanceTime(200_000)
    expect(await due()).toEqual([id])
    await world.advanceTime(61_000)
    expect(await due()).toEqual([])
    await world.advanceTime(240_000)
    expect(await due()).toEqual([id])
  })

  test('never for a drill, a claimed alert, or to a person who was removed', async () => {
    await device(asha)
    const gone = await createPerson(world, 'staff', 'Gone')
    await device(gone)
    await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    const drill = await raisedAlert(world)
    await world.db.updateTable('alerts').set({ drill: true }).where('id', '=', drill.id).execute()
    const claimed = await raisedAlert(world)
    await claimAlert({
      ctx: { ...world.ctx(asha.actor), actor: asha.actor },
      input: { id: claimed.id, take_over: false },
    })
    expect(await due()).toEqual([])
    await raisedAlert(world)
    expect(await due()).toHaveLength(1)
  })

  test('and is not sent any more once no alert waits; of two the other one is opened', async () => {
    const { id, endpoint } = await device(asha)
    const [taken, waiting] = [await raisedAlert(world), await raisedAlert(world)]
    const claim = (alert: number) =>
      claimAlert({ ctx: { ...world.ctx(asha.actor), actor: asha.actor }, input: { id: alert, take_over: false } })
    await claim(taken.id)
    await send(id, taken.id)
    expect(service.to(endpoint).map(readPush)).toMatchObject([{ alert_id: waiting.id, count: 1 }])
    await claim(waiting.id)
    await send(id, taken.id)
    expect(service.to(endpoint)).toHaveLength(1)
  })
})

test('the alert that is opened is the one whose age is told: the oldest that waits', async () => {
  const { id, endpoint } = await device(asha)
  const oldest = await raisedAlert(world)
  await world.advanceTime(90_000)
  const newest = await raisedAlert(world)
  await send(id, newest.id)
  const [content] = service.to(endpoint).map((push) => readPush(push) as PushContent)
  expect(content).toMatchObject({ alert_id: oldest.id, count: 2 })
  expect(content!.age).toBeGreaterThanOrEqual(90)
})

test('a worker pushes an alert within its loop, with nothing of the person in the push', async () => {
  const working = await createWorld({ settings: { PUSH_TEST_ORIGIN: service.origin } })
  try {
    const staff = await createPerson(working, 'staff', 'Asha')
    const body = newSubscription(service.origin)
    await call(working.url, '/api/push/', { body, access: staff.access })
    await service.untilArrived(body.endpoint)
    const { id } = await raisedAlert(working)
    const pushes = await service.untilArrived(body.endpoint, 2)
    expect(readPush(pushes[1]!)).toEqual({ alert_id: id, age: expect.any(Number), count: 1 })
    await until('it is seen on the device list', async () => (await own(staff, working.url)).devices[0]?.delivered_at)
  } finally {
    await working.stop()
  }
})
