// One long file: all requirements of the SMS port, against one fake carrier.
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  isGsm7,
  MESSAGE_TEMPLATES,
  registeredText,
  renderTemplate,
  segments,
  type TemplateName,
  toGsm7,
} from '@tvarit/shared/contracts/message-templates'
import { applyReceipt, type MessageState } from '@tvarit/shared/platform/sms/apply-receipt'
import { retryAfter } from '@tvarit/shared/platform/sms/call-provider'
import { createConsoleProvider } from '@tvarit/shared/platform/sms/console-provider'
import { createSmsProviders, type SmsConfig } from '@tvarit/shared/platform/sms/create-providers'
import type { OutgoingSms, ReceiptResult, SmsProvider } from '@tvarit/shared/platform/sms/provider'
import { createSmsSender, type SmsSenderOptions } from '@tvarit/shared/platform/sms/send-with-failover'
import { SmsError } from '@tvarit/shared/platform/sms/sms-error'
import { twilioSignature } from '@tvarit/shared/platform/sms/twilio-receipt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeCarrier, startFakeCarrier } from '../harness/fake-carrier.ts'

const CONTEXT = { brand: 'Tvarit', host: 'tvarit.example' }
const TO = '9876543210'
const MSG91_SECRET = 'a secret for the web hook'
const RAISED = {
  name: 'Asha Rao',
  time: '14:05',
  url: 'https://tvarit.example/t/7KQ4FM2XWPW7KQ4F',
  call_back: '1800 123 4567',
}
const EXAMPLES: Record<TemplateName, object> = {
  otp: { code: '012345' },
  relative_alert: RAISED,
  relative_dispatch: {
    vehicle: 'DL 1RT 4455',
    name: 'Asha Rao',
    driver_name: 'Ravi Kumar',
    driver_phone: '9812345678',
    eta_minutes: 12,
    url: RAISED.url,
  },
  relative_dispatch_no_eta: {
    vehicle: 'DL 1RT 4455',
    name: 'Asha Rao',
    driver_name: 'Ravi Kumar',
    driver_phone: '9812345678',
    url: RAISED.url,
  },
  relative_dispatch_outside: { provider: '108', name: 'Asha Rao', url: RAISED.url, call_back: '18001234567' },
  relative_hospital: { name: 'Asha Rao', hospital: 'AIIMS (Trauma Centre)', hospital_phone: '011-26588500' },
  relative_all_clear: { name: 'Asha Rao', time: '14:05', call_back: '18001234567' },
  relative_attended: { name: 'Asha Rao', time: '14:05', call_back: '18001234567' },
  contact_check: { name: 'Asha Rao', call_back: '18001234567' },
  renewal_reminder: { days: 7, end_date: '2026-11-28', url: 'https://tvarit.example/renew' },
  on_call_alert: { alert_id: 4711, waiting_seconds: 120, url: 'https://tvarit.example/alerts' },
  driver_dispatch: { vehicle: 'DL 1RT 4455', alert_id: 4711, url: RAISED.url, call_back: '18001234567' },
}
const NAMES = Object.keys(MESSAGE_TEMPLATES) as TemplateName[]

let carrier: FakeCarrier
let logged: string[]
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  logged = []
  carrier = await startFakeCarrier({ msg91_secret: MSG91_SECRET })
  closing.push(() => carrier.close())
})
afterEach(async () => {
  if (carrier.unexpected.length > 0) throw new Error(`No provider understands ${carrier.unexpected.join(', ')}`)
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** A server of this test; its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address of this machine where nothing listens. */
async function deadAddress(): Promise<string> {
  const other = await startFakeCarrier()
  await other.close()
  return other.url
}

function config(changes: Partial<SmsConfig> = {}): SmsConfig {
  return {
    SMS_PROVIDERS: ['twilio', 'msg91'],
    MSG91_AUTH_KEY: 'key',
    MSG91_WEBHOOK_SECRET: MSG91_SECRET,
    MSG91_BASE_URL: carrier.url,
    TWILIO_ACCOUNT_SID: 'AC0123',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: 'TVARIT',
    TWILIO_BASE_URL: carrier.url,
    PUBLIC_URL: 'https://tvarit.example',
    DLT_TEMPLATE_IDS: Object.fromEntries(NAMES.map((name) => [name, `dlt-${name}`])),
    ...changes,
  }
}

function sender(changes: Partial<SmsConfig> = {}, options: Partial<SmsSenderOptions> = {}) {
  const write = (fields: object, message: string) => void logged.push(JSON.stringify(fields) + message)
  const log = { info: write, warn: write, error: write }
  return createSmsSender({ providers: createSmsProviders(config(changes)), log, timeout_ms: 2000, ...options })
}

let last_id = 0
function message(template: TemplateName = 'relative_alert', changes: Partial<OutgoingSms> = {}): OutgoingSms {
  last_id += 1
  return {
    message_id: last_id,
    to: TO,
    ...renderTemplate(template, EXAMPLES[template], CONTEXT),
    template,
    dlt_template_id: null,
    first_attempt_at: new Date(),
    ...changes,
  }
}

async function failure(work: Promise<unknown>): Promise<SmsError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SmsError)
  return error as SmsError
}

describe('sending', () => {
  test('a message reaches the first provider, once, with the number, the text and our own id', async () => {
    const outgoing = message()
    const sent = await sender().send(outgoing)

    expect(sent).toEqual({ provider: 'twilio', provider_id: carrier.accepted[0]?.provider_id, tried: [] })
    expect(carrier.accepted).toHaveLength(1)
    expect(carrier.accepted[0]).toMatchObject({ to: TO, text: outgoing.text, message_id: outgoing.message_id })
  })

  test('MSG91 gets the registered template id and every variable under its number', async () => {
    const sent = await sender({ SMS_PROVIDERS: ['msg91'] }).send(message('relative_alert'))

    expect(sent.provider_id).toBe(carrier.accepted[0]?.provider_id)
    expect(carrier.accepted[0]).toMatchObject({
      to: TO,
      template_id: 'dlt-relative_alert',
      variables: { VAR1: 'Asha Rao', VAR2: '14:05', VAR3: RAISED.url, VAR4: '18001234567' },
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
      carrier.mode('twilio', behaviour)
      carrier.mode('msg91', behaviour)
      const error = await failure(sender().send(message()))
      logged.push(JSON.stringify([error.message, error.tried]))
    }
    expect(logged.length).toBeGreaterThan(10)
    expect(logged.join('\n')).not.toMatch(/9876543210|Asha|was refused|EMERGENCY|tvarit\.example/)
  })

  test('every call is counted with its provider and outcome', async () => {
    const results: string[] = []
    carrier.mode('twilio', 'error_500')
    await sender({}, { on_result: (provider, outcome, ms) => results.push(`${provider} ${outcome} ${ms >= 0}`) }).send(
      message(),
    )
    expect(results).toEqual(['twilio transient true', 'msg91 sent true'])
  })
})

describe('failover', () => {
  test('a provider that refuses connections costs nothing: the next one sends', async () => {
    const sent = await sender({ TWILIO_BASE_URL: await deadAddress() }).send(message())

    expect(sent.provider).toBe('msg91')
    // Nothing left this machine, so nobody needs to ask whether it arrived.
    expect(sent.tried).toEqual([{ provider: 'twilio', error_kind: 'transient', uncertain: false }])
    expect(carrier.accepted).toHaveLength(1)
  })

  test('a provider that never answers is left after the timeout, and the message is marked uncertain', async () => {
    carrier.mode('twilio', 'hang')
    const started = performance.now()
    const sent = await sender({}, { timeout_ms: 150 }).send(message())

    expect(sent.provider).toBe('msg91')
    expect(sent.tried).toEqual([{ provider: 'twilio', error_kind: 'transient', uncertain: true }])
    expect(performance.now() - started).toBeLessThan(3000)
  })

  test('three seconds is the default patience', async () => {
    let asked = 0
    const hanging: SmsProvider = {
      name: 'twilio',
      send: (_, signal) =>
        new Promise((_, reject) => {
          asked = performance.now()
          signal.addEventListener('abort', () => reject(new SmsError('transient', 'gave up')))
        }),
    }
    const log = { info() {}, warn() {}, error() {} }
    await failure(createSmsSender({ providers: [hanging], log }).send(message()))
    const waited = performance.now() - asked
    expect(waited).toBeGreaterThan(2500)
    expect(waited).toBeLessThan(4000)
  })

  test('a provider that ignores the end of its time cannot hold the message', async () => {
    const deaf: SmsProvider = { name: 'twilio', send: () => new Promise(() => {}) }
    const [, msg91] = createSmsProviders(config())
    const sent = await sender({}, { providers: [deaf, msg91!], timeout_ms: 100 }).send(message())
    expect(sent.provider).toBe('msg91')
  })

  test.each(['error_500', 'rate_limited', 'error_body', 'unauthorized'] as const)(
    'the second provider sends when the first answers with %s',
    async (behaviour) => {
      carrier.mode('twilio', behaviour)
      expect((await sender().send(message())).provider).toBe('msg91')

      carrier.mode('twilio', 'ok')
      carrier.mode('msg91', behaviour)
      expect((await sender({ SMS_PROVIDERS: ['msg91', 'twilio'] }).send(message())).provider).toBe('twilio')
    },
  )

  test.each(['twilio', 'msg91'] as const)(
    'status 200 with an error in the body of %s is a failure',
    async (provider) => {
      carrier.mode(provider, 'error_body')
      const error = await failure(sender({ SMS_PROVIDERS: [provider] }).send(message()))

      expect(error.kind).toBe('transient')
      expect(error.tried).toEqual([{ provider, error_kind: 'transient', uncertain: false }])
      expect(carrier.accepted).toEqual([])
    },
  )

  test.each(['twilio', 'msg91'] as const)('a number that %s calls wrong is not tried elsewhere', async (provider) => {
    carrier.mode(provider, 'bad_number')
    const others = (['twilio', 'msg91'] as const).filter((name) => name !== provider)
    const error = await failure(sender({ SMS_PROVIDERS: [provider, ...others] }).send(message()))

    expect(error).toMatchObject({ kind: 'permanent', blame: 'recipient' })
    expect(carrier.accepted).toEqual([])
    expect(carrier.calls).toMatchObject(Object.fromEntries(others.map((name) => [name, 0])))
  })

  test('a number that is not 10 digits goes nowhere', async () => {
    for (const to of ['987654321', '+919876543210', '98765432101', '98765 4321']) {
      expect(await failure(sender().send(message('otp', { to })))).toMatchObject({
        kind: 'permanent',
        blame: 'recipient',
      })
    }
    expect(carrier.calls).toEqual({ twilio: 0, msg91: 0 })
  })

  test('the wait a provider asks for reaches the caller', async () => {
    carrier.mode('twilio', 'rate_limited', { retry_after_seconds: 17 })
    carrier.mode('msg91', 'rate_limited', { retry_after_seconds: 5 })
    const error = await failure(sender().send(message()))
    expect(error).toMatchObject({ kind: 'rate_limited', retry_after_seconds: 5 })
    expect(error.tried.map(({ provider }) => provider)).toEqual(['twilio', 'msg91'])
  })

  test('a retry is not delayed for one provider while another only failed', async () => {
    carrier.mode('twilio', 'rate_limited', { retry_after_seconds: 600 })
    carrier.mode('msg91', 'error_500')
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
    carrier.mode('twilio', 'unauthorized')
    carrier.mode('msg91', 'unauthorized')
    expect(await failure(sender().send(message()))).toMatchObject({ kind: 'permanent', blame: 'provider' })
  })
})

describe('circuit breaker', () => {
  let clock = 0
  const now = () => clock
  beforeEach(() => {
    clock = 1000
  })
  const sendTimes = async (send: (message: OutgoingSms) => Promise<unknown>, times: number) => {
    for (let time = 0; time < times; time += 1) await send(message())
  }

  test('opens after five failures in a row: the dead provider is not called any more', async () => {
    carrier.mode('twilio', 'error_500')
    const { send } = sender({}, { now })
    await sendTimes(send, 12)

    expect(carrier.calls).toEqual({ twilio: 5, msg91: 12 })
    expect(carrier.accepted).toHaveLength(12)
  })

  test('a success in between starts the count again', async () => {
    const { send } = sender({}, { now })
    carrier.mode('twilio', 'error_500')
    await sendTimes(send, 4)
    carrier.mode('twilio', 'ok')
    await sendTimes(send, 1)
    carrier.mode('twilio', 'error_500')
    await sendTimes(send, 4)
    expect(carrier.calls.twilio).toBe(9)
  })

  test('after 30 seconds one call tries the provider again, and its success closes the breaker', async () => {
    carrier.mode('twilio', 'error_500')
    const { send } = sender({}, { now })
    await sendTimes(send, 5)
    clock += 29_999
    await sendTimes(send, 1)
    expect(carrier.calls.twilio).toBe(5)

    carrier.mode('twilio', 'slow', { delay_ms: 100 })
    clock += 1
    const burst = await Promise.all([send(message()), send(message()), send(message())])
    expect(burst.map(({ provider }) => provider).sort()).toEqual(['msg91', 'msg91', 'twilio'])

    carrier.mode('twilio', 'ok')
    expect((await send(message())).provider).toBe('twilio')
  })

  test('a failed try keeps it open for another 30 seconds', async () => {
    carrier.mode('twilio', 'error_500')
    const { send } = sender({}, { now })
    await sendTimes(send, 5)
    clock += 30_000
    await sendTimes(send, 3)
    expect(carrier.calls.twilio).toBe(6)
  })

  test('a provider that asks for rest gets it', async () => {
    carrier.mode('twilio', 'rate_limited', { retry_after_seconds: 20 })
    const { send } = sender({}, { now })
    await sendTimes(send, 3)
    expect(carrier.calls.twilio).toBe(1)
    carrier.mode('twilio', 'ok')
    clock += 20_000
    expect((await send(message())).provider).toBe('twilio')
  })

  test('with every breaker open the one that may soonest is tried: never give up without trying', async () => {
    const { send } = sender({}, { now, breaker: { failures: 1 } })
    carrier.mode('twilio', 'error_500')
    await sendTimes(send, 1)
    clock += 10_000
    carrier.mode('msg91', 'error_500')
    await failure(send(message()))
    expect(carrier.calls).toEqual({ twilio: 1, msg91: 2 })

    carrier.mode('twilio', 'ok')
    carrier.mode('msg91', 'ok')
    expect((await send(message())).provider).toBe('twilio')
  })

  test('wrong numbers and texts that are not registered say nothing about a provider', async () => {
    const { send } = sender({ SMS_PROVIDERS: ['msg91', 'twilio'], DLT_TEMPLATE_IDS: { otp: 'dlt-otp' } }, { now })
    await sendTimes(send, 6)
    expect(carrier.calls).toEqual({ msg91: 0, twilio: 6 })

    carrier.mode('msg91', 'bad_number')
    for (let time = 0; time < 6; time += 1) await failure(send(message('otp')))
    carrier.mode('msg91', 'ok')
    expect((await send(message('otp'))).provider).toBe('msg91')
  })
})

describe('uncertain sends', () => {
  test('a message taken before the connection broke is found at once and not sent twice', async () => {
    carrier.mode('twilio', 'accept_then_drop')
    const sent = await sender().send(message())

    expect(sent).toMatchObject({ provider: 'twilio', provider_id: carrier.accepted[0]?.provider_id })
    expect(carrier.accepted).toHaveLength(1)
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
    carrier.mode('msg91', 'accept_then_drop')
    const { send, findSent } = sender({ SMS_PROVIDERS: ['msg91'] })
    const outgoing = message()
    const error = await failure(send(outgoing))

    expect(error).toMatchObject({ kind: 'transient', uncertain: true })
    expect(carrier.accepted).toHaveLength(1)
    expect(await findSent(outgoing)).toBeNull()
  })

  test('what was accepted is in the ledger file before the answer', async () => {
    const ledger_file = path.join(mkdtempSync(path.join(tmpdir(), 'carrier-')), 'ledger.jsonl')
    const other = await startFakeCarrier({ ledger_file })
    closing.push(() => other.close())
    other.mode('twilio', 'accept_then_drop')
    const sent = await sender({ TWILIO_BASE_URL: other.url }).send(message())
    const lines = readFileSync(ledger_file, 'utf8').trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { provider_id: string }).provider_id)).toEqual([sent.provider_id])
  })
})

describe('receipts', () => {
  /** What a server does: hands the untouched request to the provider. */
  async function receiptServer(providers: SmsProvider[]) {
    const results: ReceiptResult[] = []
    const url = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const name = request.url?.includes('twilio') ? 'twilio' : 'msg91'
        const result = providers.find((provider) => provider.name === name)!.parseReceipt!({
          path: request.url!,
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        })
        results.push(result)
        response.writeHead(result.accepted ? 200 : result.reason === 'forged' ? 403 : 400).end()
      })
    })
    return { url, results }
  }
  const twilio = () => createSmsProviders(config()).find(({ name }) => name === 'twilio')!
  const msg91 = () => createSmsProviders(config()).find(({ name }) => name === 'msg91')!

  test('Twilio: a signed receipt is believed and names the message, also when its answer was lost', async () => {
    const outgoing = message()
    await sender().send(outgoing)
    const [accepted] = carrier.accepted
    const { url, results } = await receiptServer([twilio()])

    expect(await carrier.sendReceipt(accepted!, { url, statuses: ['sent', 'delivered', 'failed'] })).toEqual([
      200, 200, 200,
    ])
    const { provider_id } = accepted!
    expect(results).toEqual(
      ['sent', 'delivered', 'failed'].map((state) => ({
        accepted: true,
        receipts: [{ provider_id, message_id: outgoing.message_id, state }],
      })),
    )
  })

  test('Twilio: a receipt with a forged or a missing signature is refused', async () => {
    await sender().send(message())
    const { url } = await receiptServer([twilio()])
    expect(await carrier.sendReceipt(carrier.accepted[0]!, { url, statuses: ['delivered'], proof: 'wrong' })).toEqual([
      403,
    ])
    expect(await carrier.sendReceipt(carrier.accepted[0]!, { url, statuses: ['delivered'], proof: 'missing' })).toEqual(
      [403],
    )
  })

  test('Twilio: one changed character of the address, a field or the signature breaks the proof', () => {
    const body = 'MessageSid=SM1&MessageStatus=delivered'
    const receipt_path = '/api/receipts/twilio/?message_id=7'
    const signature = twilioSignature('token', `https://tvarit.example${receipt_path}`, new URLSearchParams(body))
    const parse = (changes: { path?: string; body?: string; signature?: string } = {}) =>
      twilio().parseReceipt!({
        path: changes.path ?? receipt_path,
        headers: { 'x-twilio-signature': changes.signature ?? signature, host: 'evil.example' },
        body: changes.body ?? body,
      }).accepted

    expect(parse()).toBe(true)
    expect(parse({ path: '/api/receipts/twilio/?message_id=8' })).toBe(false)
    expect(parse({ body: body.replace('SM1', 'SM2') })).toBe(false)
    expect(parse({ body: `${body}&To=x` })).toBe(false)
    expect(parse({ signature: signature.toLowerCase() })).toBe(false)
    expect(parse({ signature: '' })).toBe(false)
  })

  test("Twilio: our signature is the one in Twilio's own documentation and libraries", () => {
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
    const documented =
      'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212'
    expect(twilioSignature('12345', url, new URLSearchParams(documented))).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
    const repeated = 'Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234'
    expect(twilioSignature('12345', url, new URLSearchParams(repeated))).toBe('IK+Dwps556ElfBT0I3Rgjkr1wJU=')
  })

  test('Twilio: a signature over the address with its standard port is accepted', () => {
    const body = 'MessageSid=SM1&MessageStatus=sent'
    const signature = twilioSignature(
      'token',
      'https://tvarit.example:443/api/receipts/twilio/',
      new URLSearchParams(body),
    )
    const headers = { 'x-twilio-signature': signature }
    expect(twilio().parseReceipt!({ path: '/api/receipts/twilio/', headers, body }).accepted).toBe(true)
  })

  test('Twilio: a status without meaning for us is accepted and changes nothing', () => {
    const body = 'MessageSid=SM1&MessageStatus=queued'
    const signature = twilioSignature('token', 'https://tvarit.example/api/receipts/twilio/', new URLSearchParams(body))
    const headers = { 'x-twilio-signature': signature }
    expect(twilio().parseReceipt!({ path: '/api/receipts/twilio/', headers, body })).toEqual({
      accepted: true,
      receipts: [],
    })
  })

  test('MSG91: the secret header opens the door, a wrong or missing one does not', async () => {
    await sender({ SMS_PROVIDERS: ['msg91'] }).send(message())
    const [accepted] = carrier.accepted
    const server = await receiptServer([msg91()])
    const url = `${server.url}/api/receipts/msg91/`

    expect(await carrier.sendReceipt(accepted!, { url, statuses: ['delivered'], proof: 'wrong' })).toEqual([403])
    expect(await carrier.sendReceipt(accepted!, { url, statuses: ['delivered'], proof: 'missing' })).toEqual([403])
    expect(await carrier.sendReceipt(accepted!, { url, statuses: ['delivered', 'failed'] })).toEqual([200, 200])
    const { provider_id, message_id } = accepted!
    expect(server.results.slice(2)).toEqual([
      { accepted: true, receipts: [{ provider_id, message_id, state: 'delivered' }] },
      { accepted: true, receipts: [{ provider_id, message_id, state: 'failed' }] },
    ])
  })

  test('MSG91: every documented shape of report is read, anything else is malformed and never throws', () => {
    const parse = (body: string) =>
      msg91().parseReceipt!({ path: '/api/receipts/msg91/', headers: { 'x-webhook-secret': MSG91_SECRET }, body })
    const flat = { requestId: '346a', number: '919812345678', status: '1', desc: 'DELIVERED', CRQID: '0' }
    const delivered = { provider_id: '346a', message_id: null, state: 'delivered' }

    expect(parse(JSON.stringify(flat))).toEqual({ accepted: true, receipts: [delivered] })
    expect(parse(JSON.stringify([flat, { ...flat, status: 17, desc: 'BLOCKED', CRQID: '42' }]))).toEqual({
      accepted: true,
      receipts: [delivered, { provider_id: '346a', message_id: 42, state: 'failed' }],
    })
    expect(parse(JSON.stringify({ requestId: '346a', status: 'Undelivered' }))).toMatchObject({
      receipts: [{ state: 'failed' }],
    })
    expect(parse(JSON.stringify({ requestId: '346a', status: 'Delivered' }))).toMatchObject({
      receipts: [{ state: 'delivered' }],
    })
    for (const garbage of ['', '{', 'null', '7', '[7]', '{"requestId":{}}', 'data=x', '{"status":"1"}', '[[]]']) {
      expect({ garbage, ...parse(garbage) }).toEqual({ garbage, accepted: false, reason: 'malformed' })
    }
  })

  test('delivered is never taken back, and duplicates and order do not matter', () => {
    const orders = [
      ['sent', 'failed', 'delivered'],
      ['sent', 'delivered', 'failed'],
      ['failed', 'sent', 'delivered'],
      ['failed', 'delivered', 'sent'],
      ['delivered', 'sent', 'failed'],
      ['delivered', 'failed', 'sent'],
    ] as const
    for (const order of orders) {
      let state: MessageState = 'sent'
      let was_delivered = false
      for (const incoming of [...order, ...order]) {
        state = applyReceipt(state, incoming)
        was_delivered ||= incoming === 'delivered'
        expect(state === 'delivered').toBe(was_delivered)
      }
    }
    expect(applyReceipt('sent', 'failed')).toBe('failed')
    expect(applyReceipt('failed', 'sent')).toBe('failed')
    expect(applyReceipt('cancelled', 'sent')).toBe('cancelled')
  })

  test('the failure of an earlier attempt does not end one that is still under way', () => {
    expect(applyReceipt('sending', 'failed')).toBe('sending')
    expect(applyReceipt('pending', 'failed')).toBe('pending')
    expect(applyReceipt('sending', 'sent')).toBe('sent')
    expect(applyReceipt('pending', 'delivered')).toBe('delivered')
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
    expect(() => createSmsProviders(config({ TWILIO_BASE_URL: address }))).toThrow('TWILIO_BASE_URL')
    expect(() => createSmsProviders(config({ MSG91_BASE_URL: address }))).toThrow('MSG91_BASE_URL')
  })

  test('https anywhere and this machine are accepted; a missing credential is named', () => {
    for (const address of ['https://api.example.com', 'http://localhost:1', 'http://127.0.0.1:1/', 'http://[::1]:1']) {
      expect(createSmsProviders(config({ TWILIO_BASE_URL: address }))).toHaveLength(2)
    }
    expect(() => createSmsProviders(config({ TWILIO_AUTH_TOKEN: '' }))).toThrow('TWILIO_AUTH_TOKEN')
    expect(() => createSmsProviders(config({ MSG91_WEBHOOK_SECRET: undefined }))).toThrow('MSG91_WEBHOOK_SECRET')
    expect(() => createSmsProviders(config({ SMS_PROVIDERS: ['console'] }))).toThrow('console')
  })

  test('a redirect is not followed: numbers and keys stay with the configured host', async () => {
    const redirecting = await serve((_, response) => response.writeHead(307, { location: carrier.url }).end())
    const error = await failure(sender({ SMS_PROVIDERS: ['msg91'], MSG91_BASE_URL: redirecting }).send(message()))
    expect(error.kind).toBe('permanent')
    expect(carrier.calls.msg91).toBe(0)
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
    expect(logged.join()).toContain('Reply too large')
  })
})

describe('message templates', () => {
  const HEALTH = ['blood_group', 'conditions', 'medicines', 'allergies', 'health', 'injury', 'description']

  test('no text to relatives has room for health', () => {
    // Written out on purpose: a new variable in a text to relatives must pass this line.
    const allowed = [
      'name',
      'time',
      'url',
      'call_back',
      'vehicle',
      'provider',
      'driver_name',
      'driver_phone',
      'eta_minutes',
      'hospital',
      'hospital_phone',
    ]
    const told = NAMES.filter((name) => name.startsWith('relative_') || name === 'contact_check')
    expect(told).toHaveLength(8)
    for (const name of told) {
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(MESSAGE_TEMPLATES[name].variables)))
      for (const field of HEALTH) {
        const params = { ...EXAMPLES[name], [field]: 'diabetes' }
        expect(() => renderTemplate(name, params, CONTEXT), `${name} ${field}`).toThrow(field)
      }
    }
  })

  test('the texts are the registered ones', () => {
    expect(registeredText('otp', CONTEXT)).toBe(
      '#numeric# is your Tvarit code. Valid 5 minutes. Do not share it.\n@tvarit.example ##numeric#',
    )
    expect(registeredText('relative_alert', CONTEXT)).toBe(
      'EMERGENCY: Tvarit received an alert for #alphanumeric# at #time#. Our team is calling. Track: #url# Call: #cbn#',
    )
    expect(registeredText('relative_dispatch', CONTEXT)).toBe(
      'Ambulance #alphanumeric# for #alphanumeric# is on the way. Driver #alphanumeric#, #cbn#. Arrival about #numeric# min. #url#',
    )
    expect(registeredText('relative_dispatch_no_eta', CONTEXT)).toBe(
      'Ambulance #alphanumeric# for #alphanumeric# is on the way. Driver #alphanumeric#, #cbn#. #url#',
    )
    expect(registeredText('relative_dispatch_outside', CONTEXT)).toBe(
      'An ambulance of #alphanumeric# was called for #alphanumeric#. Follow: #url# Questions: #cbn#',
    )
    expect(registeredText('relative_hospital', CONTEXT)).toBe(
      '#alphanumeric# is being taken to #alphanumeric#. Hospital phone #cbn#.',
    )
    expect(registeredText('relative_all_clear', CONTEXT)).toBe(
      'The alert for #alphanumeric# at #time# was closed: no ambulance needed. Questions: #cbn#',
    )
  })

  test.each(NAMES)('%s: the text is the registered one with the variables in their order, in GSM-7', (name) => {
    const { text, variables } = renderTemplate(name, EXAMPLES[name], CONTEXT)
    let position = 0
    const rebuilt = registeredText(name, CONTEXT).replace(/#(numeric|alphanumeric|time|url|cbn)#/g, () => {
      position += 1
      return variables[`VAR${position}`]!
    })
    expect(rebuilt).toBe(text)
    expect(Object.keys(variables)).toHaveLength(position)
    expect(isGsm7(text)).toBe(true)
    expect(segments(text)).toBe(1)
    expect(MESSAGE_TEMPLATES[name].dlt_template_id).toBe(`DLT_TEMPLATE_IDS.${name}`)
  })

  test('the last line of a code is what a browser reads: @host #code', () => {
    const { text } = renderTemplate('otp', { code: '012345' }, CONTEXT)
    expect(text.split('\n').at(-1)).toBe('@tvarit.example #012345')
  })

  test.each([
    ['otp', { code: '12345' }],
    ['otp', { code: 'abcdef' }],
    ['otp', { code: 123456 }],
    ['otp', {}],
    ['relative_alert', { ...RAISED, url: 'javascript:alert(1)' }],
    ['relative_alert', { ...RAISED, url: 'https://tvarit.example/t/a b' }],
    ['relative_alert', { ...RAISED, url: `https://tvarit.example/${'a'.repeat(100)}` }],
    ['relative_alert', { ...RAISED, call_back: 'call me' }],
    ['relative_alert', { ...RAISED, time: '2:05 pm' }],
    ['relative_alert', { ...RAISED, name: undefined }],
    ['relative_dispatch', { ...EXAMPLES.relative_dispatch, eta_minutes: 1.5 }],
    ['renewal_reminder', { ...EXAMPLES.renewal_reminder, end_date: 'soon' }],
    ['relative_alert', null],
  ] as const)('%s refuses %j', (name, params) => {
    expect(() => renderTemplate(name, params, CONTEXT)).toThrow(`Message template ${name}`)
  })

  test('a refusal names the fields and not what was in them', () => {
    expect(() => renderTemplate('otp', { code: '98765x' }, CONTEXT)).toThrow(/^Message template otp: wrong code$/)
  })

  test('a long name is cut, never refused: an emergency message must go out', () => {
    const { variables } = renderTemplate(
      'relative_alert',
      { ...RAISED, name: 'Venkatanarasimharajuvaripeta Subrahmanyam' },
      CONTEXT,
    )
    expect(variables.VAR1).toBe('Venkatanarasimharajuvaripeta S')
    expect(variables.VAR1).toHaveLength(30)
  })

  test.each([
    ['आशा राव', 'your relative'],
    ['Asha राव', 'your relative'],
    ['', 'your relative'],
    [null, 'your relative'],
    ['🚑', 'your relative'],
    ['José Müller-Łuka', 'Jose Muller Luka'],
    ["Dr. D’Souza  'Ravi' 🚑", 'Dr DSouza Ravi'],
    ['Asha\n@evil.example #999999', 'Asha evil example 999999'],
    ['see https://evil.example/x', 'see https evil example x'],
  ])('the name %j is written as %j', (name, written) => {
    const { text, variables } = renderTemplate('relative_alert', { ...RAISED, name }, CONTEXT)
    expect(variables.VAR1).toBe(written)
    expect(text).toContain(`an alert for ${written} at`)
    expect(text).not.toContain('\n')
  })

  test('GSM-7: look-alikes are replaced, its own letters stay, what cannot be written falls back', () => {
    expect(toGsm7('“Fine” – it’s ₹5…')).toBe('"Fine" - it\'s Rs5...')
    expect(toGsm7('Ñandú é à Å')).toBe('Ñandu é à Å')
    expect(toGsm7('सहायता', 'Help')).toBe('Help')
    expect(isGsm7('ñ€[]')).toBe(true)
    expect(isGsm7('ú')).toBe(false)
  })

  test('segments are counted as operators charge them', () => {
    expect(segments('a'.repeat(160))).toBe(1)
    expect(segments('a'.repeat(161))).toBe(2)
    expect(segments('a'.repeat(306))).toBe(2)
    expect(segments('a'.repeat(307))).toBe(3)
    expect(segments('€'.repeat(80))).toBe(1)
    expect(segments('€'.repeat(81))).toBe(2)
    // 153 is odd: 76 escaped symbols fit in a segment, the 77th is not split.
    expect(segments('€'.repeat(153))).toBe(3)
    expect(segments('अ'.repeat(70))).toBe(1)
    expect(segments('अ'.repeat(71))).toBe(2)
  })
})
