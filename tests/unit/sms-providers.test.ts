import { createConsoleProvider } from '@tvarit/shared/platform/carriers/console-provider'
import { createProviders } from '@tvarit/shared/platform/carriers/create-providers'
import { describe, expect, test } from 'vitest'
import { failure, RAISED, smsPort, TO } from '../harness/sms.ts'

const sms = smsPort()
const { config, message, sender, serve } = sms

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
    expect(sms.logged.join('\n')).not.toMatch(/9876543210|Asha|was rejected|EMERGENCY|tvarit\.example/)
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
  ])('%s is rejected at boot', (address) => {
    expect(() => createProviders('sms', config({ TWILIO_BASE_URL: address }))).toThrow('TWILIO_BASE_URL')
    expect(() => createProviders('sms', config({ MSG91_BASE_URL: address }))).toThrow('MSG91_BASE_URL')
  })

  test('https anywhere and this machine are accepted, and a missing credential is named', () => {
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
