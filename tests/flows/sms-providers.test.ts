import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { retryAfter } from '@tvarit/shared/platform/carriers/call-provider'
import { createConsoleProvider } from '@tvarit/shared/platform/carriers/console-provider'
import { createProviders } from '@tvarit/shared/platform/carriers/create-providers'
import type { Outgoing, Provider } from '@tvarit/shared/platform/carriers/provider'
import { createSender } from '@tvarit/shared/platform/carriers/send-with-failover'
import { DeliveryError } from '@tvarit/shared/platform/delivery-error'
import { beforeEach, describe, expect, test } from 'vitest'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { failure, RAISED, smsPort, TO } from '../harness/sms.ts'

const sms = smsPort()
const { config, deadAddress, message, sender, serve } = sms

describe('sending', () => {
  test('a message reaches the first provider, once, with the number, the text and our own id', async () => {
    const outgoing = message()
    const sent = await sender().send(outgoing)

    expect(sent).toEqual({ provider: 'twilio', provider_id: sms.carrier.accepted[0]?.provider_id, tried: [] })
    expect(sms.carrier.accepted).toHaveLength(1)
    expect(sms.carrier.accepted[0]).toMatchObject({ to: TO, text: outgoing.text, message_id: outgoing.message_id })
  })

  test('MSG91 gets the registered template id and every variable under its number', async () => {
    const sent = await sender({ SMS_PROVIDERS: ['msg91'] }).send(message('relative_alert'))

    expect(sent.provider_id).toBe(sms.carrier.accepted[0]?.provider_id)
    expect(sms.carrier.accepted[0]).toMatchObject({
      to: TO,
      template_id: 'dlt-relative_alert',
      variables: {
        VAR1: 'Asha Rao',
        VAR2: RAISED.place,
        VAR3: '14:05',
        VAR4: RAISED.url,
        VAR5: '18001234567',
      },
    })
  })

  test('a message of the development machine is kept and found again by its row', async () => {
    const kept = new Map<number, string>()
    const inbox = {
      store: async ({ message_id }: { message_id: number }) => (
        kept.set(message_id, `c${message_id}`),
        `c${message_id}`
      ),
      find: async (message_id: number) => kept.get(message_id) ?? null,
    }
    const { send, findSent } = sender({}, { providers: [createConsoleProvider(inbox)] })
    const outgoing = message()

    expect(await findSent(outgoing)).toBeNull()
    expect(await send(outgoing)).toMatchObject({ provider: 'console', provider_id: `c${outgoing.message_id}` })
    expect(await findSent(outgoing)).toEqual({ provider: 'console', provider_id: `c${outgoing.message_id}` })
  })

  test('neither logs nor errors carry the number, the text or what a provider wrote', async () => {
    for (const behaviour of ['bad_number', 'error_body', 'error_500', 'rate_limited', 'unauthorized'] as const) {
      sms.carrier.mode('twilio', behaviour)
      sms.carrier.mode('msg91', behaviour)
      const error = await failure(sender().send(message()))
      sms.logged.push(JSON.stringify([error.message, error.tried]))
    }
    expect(sms.logged.length).toBeGreaterThan(10)
    expect(sms.logged.join('\n')).not.toMatch(/9876543210|Asha|was refused|EMERGENCY|tvarit\.example/)
  })

  test('every call is counted with its provider and outcome', async () => {
    const results: string[] = []
    sms.carrier.mode('twilio', 'error_500')
    await sender(
      {},
      { on_result: ({ provider, outcome, ms }) => results.push(`${provider} ${outcome} ${ms >= 0}`) },
    ).send(message())
    expect(results).toEqual(['twilio uncertain true', 'msg91 sent true'])
  })
})

describe('failover', () => {
  test('a provider that refuses connections costs nothing: the next one sends', async () => {
    const sent = await sender({ TWILIO_BASE_URL: await deadAddress() }).send(message())

    expect(sent.provider).toBe('msg91')
    // Nothing left this machine, so nobody needs to ask whether it arrived.
    expect(sent.tried).toEqual([{ provider: 'twilio', error_kind: 'transient', uncertain: false }])
    expect(sms.carrier.accepted).toHaveLength(1)
  })

  test('a provider that never answers is left after the timeout, and the message is marked uncertain', async () => {
    sms.carrier.mode('twilio', 'hang')
    const started = performance.now()
    const sent = await sender({}, { timeout_ms: 150 }).send(message())

    expect(sent.provider).toBe('msg91')
    expect(sent.tried).toEqual([{ provider: 'twilio', error_kind: 'transient', uncertain: true }])
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  test('three seconds is the default patience', async () => {
    let asked = 0
    const hanging: Provider = {
      name: 'twilio',
      send: (_, signal) =>
        new Promise((_, reject) => {
          asked = performance.now()
          signal.addEventListener('abort', () => reject(new DeliveryError('transient', 'gave up')))
        }),
    }
    const log = { info() {}, warn() {}, error() {} }
    await failure(createSender({ channel: 'sms', providers: [hanging], log }).send(message()))
    const waited = performance.now() - asked
    expect(waited).toBeGreaterThan(2500)
    expect(waited).toBeLessThan(15_000)
  })

  test('a provider that ignores the end of its time cannot hold the message', async () => {
    const deaf: Provider = { name: 'twilio', send: () => new Promise(() => {}) }
    const [, msg91] = createProviders('sms', config())
    const sent = await sender({}, { providers: [deaf, msg91!], timeout_ms: 100 }).send(message())
    expect(sent.provider).toBe('msg91')
  })

  test.each(['error_500', 'rate_limited', 'error_body', 'unauthorized'] as const)(
    'the second provider sends when the first answers with %s',
    async (behaviour) => {
      sms.carrier.mode('twilio', behaviour)
      expect((await sender().send(message())).provider).toBe('msg91')

      sms.carrier.mode('twilio', 'ok')
      sms.carrier.mode('msg91', behaviour)
      expect((await sender({ SMS_PROVIDERS: ['msg91', 'twilio'] }).send(message())).provider).toBe('twilio')
    },
  )

  test.each(['twilio', 'msg91'] as const)(
    'status 200 with an error in the body of %s is a failure',
    async (provider) => {
      sms.carrier.mode(provider, 'error_body')
      const error = await failure(sender({ SMS_PROVIDERS: [provider] }).send(message()))

      expect(error.kind).toBe('transient')
      expect(error.tried).toEqual([{ provider, error_kind: 'transient', uncertain: false }])
      expect(sms.carrier.accepted).toEqual([])
    },
  )

  test.each(['twilio', 'msg91'] as const)('a number that %s calls wrong is not tried elsewhere', async (provider) => {
    sms.carrier.mode(provider, 'bad_number')
    const others = (['twilio', 'msg91'] as const).filter((name) => name !== provider)
    const error = await failure(sender({ SMS_PROVIDERS: [provider, ...others] }).send(message()))

    expect(error).toMatchObject({ kind: 'permanent', blame: 'recipient' })
    expect(sms.carrier.accepted).toEqual([])
    expect(sms.carrier.calls).toMatchObject(Object.fromEntries(others.map((name) => [name, 0])))
  })

  test('a number that is not 10 digits goes nowhere', async () => {
    for (const to of ['987654321', '+919876543210', '98765432101', '98765 4321']) {
      expect(await failure(sender().send(message('otp', { to })))).toMatchObject({
        kind: 'permanent',
        blame: 'recipient',
      })
    }
    expect(sms.carrier.calls).toMatchObject({ twilio: 0, msg91: 0 })
  })

  test('the wait a provider asks for reaches the caller', async () => {
    sms.carrier.mode('twilio', 'rate_limited', { retry_after_seconds: 17 })
    sms.carrier.mode('msg91', 'rate_limited', { retry_after_seconds: 5 })
    const error = await failure(sender().send(message()))
    expect(error).toMatchObject({ kind: 'rate_limited', retry_after_seconds: 5 })
    expect(error.tried.map(({ provider }) => provider)).toEqual(['twilio', 'msg91'])
  })

  test('a retry is not delayed for one provider while another only failed', async () => {
    sms.carrier.mode('twilio', 'rate_limited', { retry_after_seconds: 600 })
    sms.carrier.mode('msg91', 'error_500')
    expect(await failure(sender().send(message()))).toMatchObject({ kind: 'transient', retry_after_seconds: undefined })
  })

  test('Retry-After is read as seconds or as a date, and never longer than an hour', () => {
    const now = Date.parse('2026-11-21T10:00:00Z')
    expect(retryAfter('30', now)).toBe(30)
    expect(retryAfter('Sat, 21 Nov 2026 10:00:45 GMT', now)).toBe(45)
    expect(retryAfter('86400', now)).toBe(3600)
    expect(retryAfter('soon', now)).toBeUndefined()
    expect(retryAfter(null, now)).toBeUndefined()
  })

  test('all providers refusing our account is permanent, so that people look', async () => {
    sms.carrier.mode('twilio', 'unauthorized')
    sms.carrier.mode('msg91', 'unauthorized')
    expect(await failure(sender().send(message()))).toMatchObject({ kind: 'permanent', blame: 'provider' })
  })
})

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

describe('addresses of providers', () => {
  test.each([
    'http://api.example.com',
    'http://169.254.169.254',
    'http://10.0.0.1',
    'http://[::ffff:127.0.0.1]',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'https://user:password@api.example.com',
    'https://api.example.com/?to=',
    'ftp://127.0.0.1',
    'not an address',
  ])('%s is refused at boot', (address) => {
    expect(() => createProviders('sms', config({ TWILIO_BASE_URL: address }))).toThrow('TWILIO_BASE_URL')
    expect(() => createProviders('sms', config({ MSG91_BASE_URL: address }))).toThrow('MSG91_BASE_URL')
  })

  test('https anywhere and this machine are accepted; a missing credential is named', () => {
    for (const address of ['https://api.example.com', 'http://localhost:1', 'http://127.0.0.1:1/', 'http://[::1]:1']) {
      expect(createProviders('sms', config({ TWILIO_BASE_URL: address }))).toHaveLength(2)
    }
    expect(() => createProviders('sms', config({ TWILIO_AUTH_TOKEN: '' }))).toThrow('TWILIO_AUTH_TOKEN')
    expect(() => createProviders('sms', config({ MSG91_WEBHOOK_SECRET: undefined }))).toThrow('MSG91_WEBHOOK_SECRET')
    expect(() => createProviders('sms', config({ SMS_PROVIDERS: ['console'] }))).toThrow('console')
  })

  test('a redirect is not followed: numbers and keys stay with the configured host', async () => {
    const redirecting = await serve((_, response) => response.writeHead(307, { location: sms.carrier.url }).end())
    const error = await failure(sender({ SMS_PROVIDERS: ['msg91'], MSG91_BASE_URL: redirecting }).send(message()))
    expect(error.kind).toBe('permanent')
    expect(sms.carrier.calls.msg91).toBe(0)
  })

  test('an endless reply ends', async () => {
    const endless = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      }
      response.on('drain', more)
      more()
    })
    const sent = await sender({ TWILIO_BASE_URL: endless }).send(message())
    expect(sent).toMatchObject({ provider: 'msg91', tried: [{ provider: 'twilio', uncertain: true }] })
    expect(sms.logged.join()).toContain('Reply too large')
  })
})
