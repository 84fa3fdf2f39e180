import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { retryAfter } from '@tvarit/shared/platform/carriers/call-provider'
import { createProviders } from '@tvarit/shared/platform/carriers/create-providers'
import type { Provider } from '@tvarit/shared/platform/carriers/provider'
import { createSender } from '@tvarit/shared/platform/carriers/create-sender'
import { DeliveryError } from '@tvarit/shared/platform/delivery-error'
import { describe, expect, test } from 'vitest'
import { failure, smsPort } from '../harness/sms.ts'

const sms = smsPort()
const { config, deadAddress, message, sender } = sms

/** Says where it is, then that it was asked, and answers 100 ms later. */
const PROVIDER_OF_ITS_OWN = `
  const { parentPort } = require('node:worker_threads')
  const answer = (response) => response.writeHead(201).end('{"sid":"SM1","status":"queued"}')
  const server = require('node:http').createServer((request, response) => {
    request.resume().on('end', () => {
      parentPort.postMessage('asked')
      setTimeout(answer, 100, response)
    })
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage('http://127.0.0.1:' + server.address().port))`

describe('failover', () => {
  test('a provider that rejects connections costs nothing: the next one sends', async () => {
    const sent = await sender({ TWILIO_BASE_URL: await deadAddress() }).send(message())

    expect(sent.provider).toBe('msg91')
    // Nothing left this machine, so nobody needs to ask whether it arrived.
    expect(sent.tried).toEqual([{ provider: 'twilio', error_kind: 'transient', uncertain: false }])
    expect(sms.carrier.accepted).toHaveLength(1)
  })

  test('a provider without an answer is left after the timeout, the message uncertain', async () => {
    sms.carrier.mode('twilio', 'hang')
    const started = performance.now()
    const sent = await sender({}, { timeout_ms: 150 }).send(message())

    expect(sent.provider).toBe('msg91')
    expect(sent.tried).toEqual([{ provider: 'twilio', error_kind: 'transient', uncertain: true }])
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  test('an answer that came while this process was held up counts, although its time is over', async () => {
    const twilio = new Worker(PROVIDER_OF_ITS_OWN, { eval: true })
    try {
      const [url] = (await once(twilio, 'message')) as [string]
      const sending = sender({ TWILIO_BASE_URL: url }, { timeout_ms: 3_000 }).send(message())
      await once(twilio, 'message')
      // Nothing else runs here meanwhile; the provider answers.
      await new Promise<void>((resolve) => {
        setImmediate(() => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_200)
          resolve()
        })
      })
      expect(await sending).toEqual({ provider: 'twilio', provider_id: 'SM1', tried: [] })
    } finally {
      await twilio.terminate()
    }
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

  test('all providers rejecting our account is permanent, so that people look', async () => {
    sms.carrier.mode('twilio', 'unauthorized')
    sms.carrier.mode('msg91', 'unauthorized')
    expect(await failure(sender().send(message()))).toMatchObject({ kind: 'permanent', blame: 'provider' })
  })
})
