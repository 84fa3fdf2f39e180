import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Outgoing } from '@tvarit/shared/platform/carriers/provider'
import { beforeEach, describe, expect, test } from 'vitest'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { failure, smsPort } from '../harness/sms.ts'

const sms = smsPort()
const { deadAddress, message, sender } = sms

describe('circuit breaker', () => {
  let clock = 0
  const now = () => clock
  beforeEach(() => {
    clock = 1000
  })
  const sendTimes = async (send: (message: Outgoing) => Promise<unknown>, times: number) => {
    for (let time = 0; time < times; time += 1) await send(message())
  }

  test('opens after five failures in a row: the dead provider is not called any more', async () => {
    sms.carrier.mode('twilio', 'error_500')
    const { send } = sender({}, { now })
    await sendTimes(send, 12)

    expect(sms.carrier.calls).toMatchObject({ twilio: 5, msg91: 12 })
    expect(sms.carrier.accepted).toHaveLength(12)
  })

  test('a success in between starts the count again', async () => {
    const { send } = sender({}, { now })
    sms.carrier.mode('twilio', 'error_500')
    await sendTimes(send, 4)
    sms.carrier.mode('twilio', 'ok')
    await sendTimes(send, 1)
    sms.carrier.mode('twilio', 'error_500')
    await sendTimes(send, 4)
    expect(sms.carrier.calls.twilio).toBe(9)
  })

  test('after 30 seconds one call tries the provider again, and its success closes the breaker', async () => {
    sms.carrier.mode('twilio', 'error_500')
    const { send } = sender({}, { now })
    await sendTimes(send, 5)
    clock += 29_999
    await sendTimes(send, 1)
    expect(sms.carrier.calls.twilio).toBe(5)

    sms.carrier.mode('twilio', 'slow', { delay_ms: 100 })
    clock += 1
    const burst = await Promise.all([send(message()), send(message()), send(message())])
    expect(burst.map(({ provider }) => provider).sort()).toEqual(['msg91', 'msg91', 'twilio'])

    sms.carrier.mode('twilio', 'ok')
    expect((await send(message())).provider).toBe('twilio')
  })

  test('a failed try keeps it open for another 30 seconds', async () => {
    sms.carrier.mode('twilio', 'error_500')
    const { send } = sender({}, { now })
    await sendTimes(send, 5)
    clock += 30_000
    await sendTimes(send, 3)
    expect(sms.carrier.calls.twilio).toBe(6)
  })

  test('a provider that asks for rest gets it', async () => {
    sms.carrier.mode('twilio', 'rate_limited', { retry_after_seconds: 20 })
    const { send } = sender({}, { now })
    await sendTimes(send, 3)
    expect(sms.carrier.calls.twilio).toBe(1)
    sms.carrier.mode('twilio', 'ok')
    clock += 20_000
    expect((await send(message())).provider).toBe('twilio')
  })

  test('with every breaker open the one that may soonest is tried: never give up without trying', async () => {
    const { send } = sender({}, { now, breaker: { failures: 1 } })
    sms.carrier.mode('twilio', 'error_500')
    await sendTimes(send, 1)
    clock += 10_000
    sms.carrier.mode('msg91', 'error_500')
    await failure(send(message()))
    expect(sms.carrier.calls).toMatchObject({ twilio: 1, msg91: 2 })

    sms.carrier.mode('twilio', 'ok')
    sms.carrier.mode('msg91', 'ok')
    expect((await send(message())).provider).toBe('twilio')
  })

  test('wrong numbers and texts that are not registered say nothing about a provider', async () => {
    const { send } = sender({ SMS_PROVIDERS: ['msg91', 'twilio'], DLT_TEMPLATE_IDS: { otp: 'dlt-otp' } }, { now })
    await sendTimes(send, 6)
    expect(sms.carrier.calls).toMatchObject({ msg91: 0, twilio: 6 })

    sms.carrier.mode('msg91', 'bad_number')
    for (let time = 0; time < 6; time += 1) await failure(send(message('otp')))
    sms.carrier.mode('msg91', 'ok')
    expect((await send(message('otp'))).provider).toBe('msg91')
  })
})

describe('uncertain sends', () => {
  test('a message taken before the connection broke is found at once and not sent twice', async () => {
    sms.carrier.mode('twilio', 'accept_then_drop')
    const sent = await sender().send(message())

    expect(sent).toMatchObject({ provider: 'twilio', provider_id: sms.carrier.accepted[0]?.provider_id })
    expect(sms.carrier.accepted).toHaveLength(1)
  })

  test('after a crash findSent tells the accepted message from older and other ones', async () => {
    const { send, findSent } = sender()
    const outgoing = message('otp')
    expect(await findSent(outgoing)).toBeNull()
    await send(message('otp', { to: '9000000001' }))
    await send(message('relative_alert'))
    expect(await findSent(outgoing)).toBeNull()

    const { provider_id } = await send(outgoing)
    expect(await findSent(outgoing)).toEqual({ provider: 'twilio', provider_id })
    const later = new Date(Date.now() + 10 * 60_000)
    expect(await findSent({ ...outgoing, first_attempt_at: later })).toBeNull()
  })

  test('"cannot tell" is an error, never "was not sent"', async () => {
    const { findSent } = sender({ TWILIO_BASE_URL: await deadAddress() })
    expect(await failure(findSent(message()))).toMatchObject({ kind: 'transient', uncertain: true })
  })

  test('MSG91 cannot be asked, so a lost answer stays uncertain', async () => {
    sms.carrier.mode('msg91', 'accept_then_drop')
    const { send, findSent } = sender({ SMS_PROVIDERS: ['msg91'] })
    const outgoing = message()
    const error = await failure(send(outgoing))

    expect(error).toMatchObject({ kind: 'transient', uncertain: true })
    expect(sms.carrier.accepted).toHaveLength(1)
    expect(await findSent(outgoing)).toBeNull()
  })

  test('what was accepted is in the ledger file before the answer', async () => {
    const ledger_file = path.join(mkdtempSync(path.join(tmpdir(), 'carrier-')), 'ledger.jsonl')
    const other = await startFakeCarrier({ ledger_file })
    sms.closing.push(() => other.close())
    other.mode('twilio', 'accept_then_drop')
    const sent = await sender({ TWILIO_BASE_URL: other.url }).send(message())
    const lines = readFileSync(ledger_file, 'utf8').trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { provider_id: string }).provider_id)).toEqual([sent.provider_id])
  })
})
