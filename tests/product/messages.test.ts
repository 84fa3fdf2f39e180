import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { carrierSettings, MSG91_SECRET } from '../harness/carrier-settings.ts'
import { type AcceptedMessage, type FakeCarrier, startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { createPerson, createSubscriber, newPhone, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

describe.each([
  ['PostgreSQL', false],
  ['Redis', true],
])('messages with queues on %s', (_name, redis) => {
  let carrier: FakeCarrier
  let world: World
  let staff: Person
  beforeAll(async () => {
    carrier = await startFakeCarrier({ msg91_secret: MSG91_SECRET })
    world = await createWorld({ redis, settings: carrierSettings(carrier, ['twilio', 'msg91']) })
    staff = await createPerson(world, 'staff')
  })
  afterAll(async () => {
    await world.stop()
    await carrier.close()
  })
  beforeEach(() => {
    carrier.mode('twilio', 'ok')
    carrier.mode('msg91', 'ok')
  })

  const takenFor = (phone: string) => carrier.accepted.filter((message) => message.to === phone)
  const untilTaken = (phone: string) => until('the carrier has it', () => takenFor(phone)[0])
  async function notifiedRelative(): Promise<{ alert: number; message: AcceptedMessage }> {
    const { sticker, relatives } = await createSubscriber(world, { relatives: [newPhone()] })
    const { id } = await press(world.url, sticker.token)
    return { alert: id, message: await untilTaken(relatives[0]!) }
  }
  async function stateOf(
    alert: number,
  ): Promise<{ state: string; provider: string; attempts: number; last_error: string }[]> {
    const response = await fetch(`${world.url}/api/qr/alerts/${alert}/`, { headers: staff.headers })
    return (
      (await response.json()) as {
        messages: { state: string; provider: string; attempts: number; last_error: string }[]
      }
    ).messages
  }

  test('a code reaches the phone and is nowhere in the database, also not after it was sent', async () => {
    const phone_number = newPhone()
    const response = await fetch(`${world.url}/api/users/register/request-otp/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone_number }),
    })
    expect(response.status).toBe(200)
    const { text } = await untilTaken(phone_number)
    const code = /^(\d{6}) is your Tvarit code/.exec(text!)![1]!
    expect(text).toMatch(new RegExp(`\\n@127.0.0.1 #${code}$`))
    const row = await until('it is noted as sent', () =>
      world.db
        .selectFrom('messages')
        .selectAll()
        .where('to_phone', '=', phone_number)
        .where('state', '=', 'sent')
        .executeTakeFirst(),
    )
    expect(row.params_sealed).toBeNull()
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('the first provider dead: the second takes it, and the alert page says which', async () => {
    carrier.mode('twilio', 'error_500')
    const { alert, message } = await notifiedRelative()
    expect(message.provider).toBe('msg91')
    await until('the page says so', async () => (await stateOf(alert))[0]?.provider === 'msg91')
  })

  test('both providers down for a while: it is tried again until one is back', async () => {
    carrier.mode('twilio', 'error_500')
    carrier.mode('msg91', 'error_500')
    const { sticker, relatives } = await createSubscriber(world, { relatives: [newPhone()] })
    const { id } = await press(world.url, sticker.token)
    const waiting = await until('an attempt has failed', async () => {
      const [message] = await stateOf(id)
      return message?.state === 'pending' && message.attempts > 0 && message
    })
    expect(waiting.last_error).not.toBeNull()
    carrier.mode('msg91', 'ok')
    await untilTaken(relatives[0]!)
    await until('it is sent', async () => (await stateOf(id))[0]?.state === 'sent')
    expect(takenFor(relatives[0]!)).toHaveLength(1)
  })

  test('a number that does not exist fails at once and is shown as failed', async () => {
    carrier.mode('twilio', 'bad_number')
    const { sticker } = await createSubscriber(world, { relatives: [newPhone()] })
    const { id } = await press(world.url, sticker.token)
    const failed = await until('it has failed', async () => {
      const [message] = await stateOf(id)
      return message?.state === 'failed' && message
    })
    expect(failed.attempts).toBe(1)
  })

  test('a receipt turns sent into delivered, and late and doubled ones change nothing', async () => {
    const { alert, message } = await notifiedRelative()
    await until('it is sent', async () => (await stateOf(alert))[0]?.state === 'sent')
    expect(await carrier.sendReceipt(message, { statuses: ['delivered', 'delivered', 'sent', 'failed'] })).toEqual([
      200, 200, 200, 200,
    ])
    expect((await stateOf(alert))[0]?.state).toBe('delivered')
    const detail = await fetch(`${world.url}/api/qr/alerts/${alert}/`, { headers: staff.headers })
    const { timeline } = (await detail.json()) as { timeline: { kind: string; text: string }[] }
    expect(timeline.filter((entry) => entry.text.endsWith('delivered.'))).toHaveLength(1)
  })

  test('a delivery that failed at the operator is shown as failed', async () => {
    carrier.mode('twilio', 'error_500')
    const { alert, message } = await notifiedRelative()
    await until('it is sent', async () => (await stateOf(alert))[0]?.state === 'sent')
    const url = `${world.url}/api/receipts/msg91/`
    expect(await carrier.sendReceipt(message, { statuses: ['failed'], url })).toEqual([200])
    expect((await stateOf(alert))[0]?.state).toBe('failed')
  })

  test('receipts of a provider that is not in use, and unreadable ones, are rejected', async () => {
    const post = (provider: string, body: string, headers = {}) =>
      fetch(`${world.url}/api/receipts/${provider}/`, { method: 'POST', body, headers })
    expect((await post('console', '{}')).status).toBe(404)
    expect((await post('nobody', '{}')).status).toBe(404)
    expect((await post('msg91', 'x'.repeat(70_000))).status).toBe(403)
    expect((await post('msg91', 'x'.repeat(70_000), { 'x-webhook-secret': MSG91_SECRET })).status).toBe(413)
    expect((await post('msg91', '{broken', { 'x-webhook-secret': MSG91_SECRET })).status).toBe(400)
  })

  test('with real providers the development inbox does not exist', async () => {
    expect((await fetch(`${world.url}/api/dev/messages/`)).status).toBe(404)
    expect((await fetch(`${world.url}/dev/messages`)).status).toBe(404)
  })

  test('the carrier understood every request', () => {
    expect(carrier.unexpected).toEqual([])
  })
})
