import { pushKey } from '@tvarit/shared/domain/on-call/push/push-key'
import { rotateKeys } from '@tvarit/shared/domain/operations/keys/rotate-keys'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { encryptPush, publicKeyOf } from '@tvarit/shared/platform/push/encrypt-push'
import { isPushService } from '@tvarit/shared/platform/push/is-push-service'
import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { newSubscription, readPush, readVapid } from '../harness/fake-push-service.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { filePushWorld, pushCalls } from '../harness/push-calls.ts'

const { world, service } = await filePushWorld()
const { begin, own, device, jobs, send } = pushCalls(world, service)
let asha: Person
beforeEach(async () => {
  asha = await begin()
})

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

  test.each([400, 403, 413])('that is rejected (%i) is not tried again, and its person sees why', async (status) => {
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

  test('another address, or what is no key, is rejected at the door', async () => {
    const good = newSubscription(service.origin)
    const subscribe = (body: object) => call(world.url, '/api/push/', { body, access: asha.access })
    const rejected = [
      ['endpoint', 'http://127.0.0.1:1/abc'],
      ['p256dh', Buffer.alloc(65, 4).toString('base64url')],
      ['p256dh', 'AAAA'],
      ['auth', 'AAAA'],
    ] as const
    for (const [field, value] of rejected) {
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
