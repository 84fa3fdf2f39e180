import { createHmac, randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// Speaks two providers' languages over one port, and fails in every way a provider can. Written from the providers'
// documentation, not from our own code: what both sides share must not be able to be wrong on both sides.

export type CarrierProvider = 'msg91' | 'twilio'

export type Behaviour =
  | 'ok'
  | 'error_500'
  | 'rate_limited'
  | 'hang'
  | 'slow'
  | 'accept_then_drop'
  | 'accept_then_hang'
  | 'error_body'
  | 'bad_number'
  | 'unauthorized'

export interface BehaviourOptions {
  /** With `rate_limited`. */
  retry_after_seconds?: number
  /** With `slow`, milliseconds. */
  delay_ms?: number
  /** Part of the calls that behave so, 0 to 1; the others are `ok`. */
  share?: number
}

/** One message the carrier took and would deliver. */
export interface AcceptedMessage {
  provider: CarrierProvider
  provider_id: string
  /** 10 digits. */
  to: string
  /** Twilio gets the text, MSG91 the template and its variables. */
  text: string | null
  template_id: string | null
  variables: Record<string, string>
  /** Our row, as the sender passed it on. */
  message_id: number | null
  status_callback: string | null
  at: string
}

export interface ReceiptOptions {
  /** Sent one after the other: `['delivered', 'delivered']` is a duplicate, `['delivered', 'sent']` out of order. */
  statuses: ('sent' | 'delivered' | 'failed')[]
  /** MSG91: where the hook points to. Twilio: another origin to deliver to; the signature stays that of StatusCallback. */
  url?: string
  /** `wrong` signs with another secret, `missing` sends no proof. */
  proof?: 'right' | 'wrong' | 'missing'
}

export interface FakeCarrier {
  url: string
  /** Everything accepted so far, in order. */
  accepted: AcceptedMessage[]
  /** Send calls per provider, also those that failed. */
  calls: Record<CarrierProvider, number>
  /** Look-ups of sent messages. */
  lookups: number
  /** Requests that no provider would understand: a test should find none. */
  unexpected: string[]
  mode(provider: CarrierProvider, behaviour: Behaviour, options?: BehaviourOptions): void
  /** Several behaviours at once, each with its share of the calls. */
  mix(provider: CarrierProvider, shares: (BehaviourOptions & { behaviour: Behaviour; share: number })[]): void
  /** Posts receipts and returns the statuses they were answered with. */
  sendReceipt(message: AcceptedMessage, options: ReceiptOptions): Promise<number[]>
  close(): Promise<void>
}

type Mode = BehaviourOptions & { behaviour: Behaviour; share: number }
interface Request {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}
type Reply = (status: number, body: unknown, headers?: Record<string, string>) => void

/**
 * Starts it on a free port of this machine. With `ledger_file` every accepted message is also appended there as a JSON
 * line before it is answered, so that a test can count after processes were killed.
 */
export async function startFakeCarrier(
  options: { ledger_file?: string; msg91_secret?: string } = {},
): Promise<FakeCarrier> {
  const accepted: AcceptedMessage[] = []
  const modes: Record<CarrierProvider, Mode[]> = { msg91: [], twilio: [] }
  // Twilio signs with the password it is called with, so that is all we need to know of it.
  const twilioAccount = { token: '' }

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy())
  })

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request: Request = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '/', 'http://carrier'),
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    const reply: Reply = (status, body, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }
    const sending = readMsg91(request) ?? readTwilio(request, twilioAccount)
    if (sending) return serve(sending, reply, response)
    if (isTwilioList(request)) {
      carrier.lookups += 1
      return reply(200, { messages: listTwilio(request, accepted) })
    }
    carrier.unexpected.push(`${request.method} ${request.url.pathname}`)
    reply(404, { code: 404, message: 'No such thing' })
  }

  async function serve(message: AcceptedMessage, reply: Reply, response: ServerResponse): Promise<void> {
    const { provider } = message
    carrier.calls[provider] += 1
    const { behaviour, retry_after_seconds, delay_ms = 50 } = pick(modes[provider])
    const accept = () => {
      accepted.push(message)
      if (options.ledger_file) appendFileSync(options.ledger_file, `${JSON.stringify(message)}\n`)
    }
    const text = `The number +91${message.to} was refused`
    switch (behaviour) {
      case 'hang':
        return
      case 'error_500':
        return reply(500, { message: 'Internal error' })
      case 'rate_limited': {
        const headers: Record<string, string> =
          retry_after_seconds === undefined ? {} : { 'retry-after': String(retry_after_seconds) }
        return reply(429, { code: 20429, message: 'Too many requests' }, headers)
      }
      case 'unauthorized':
        return reply(
          401,
          provider === 'twilio' ? { code: 20003 } : { code: '401', type: 'error', message: 'Unauthorized' },
        )
      case 'bad_number':
        if (provider === 'twilio') return reply(400, { code: 21211, message: text, status: 400 })
        return reply(200, { type: 'error', code: '202', message: text })
      case 'error_body':
        if (provider === 'twilio') return reply(200, { status: 'failed', error_code: 30001, sid: message.provider_id })
        return reply(200, { type: 'error', message: 'Something went wrong' })
      case 'accept_then_drop':
        accept()
        response.destroy()
        return
      case 'accept_then_hang':
        return accept()
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, delay_ms))
        break
      case 'ok':
        break
    }
    accept()
    if (provider === 'twilio') reply(201, twilioView(message))
    else reply(200, { type: 'success', message: message.provider_id })
  }

  const carrier: FakeCarrier = {
    url: '',
    accepted,
    calls: { msg91: 0, twilio: 0 },
    lookups: 0,
    unexpected: [],
    mode(provider, behaviour, { share = 1, ...rest } = {}) {
      modes[provider] = [{ behaviour, share, ...rest }]
    },
    mix(provider, shares) {
      modes[provider] = shares
    },
    async sendReceipt(message, receipt) {
      const statuses: number[] = []
      for (const status of receipt.statuses) {
        const { url, init } =
          message.provider === 'twilio'
            ? twilioReceipt(message, status, receipt, twilioAccount)
            : msg91Receipt(message, status, receipt, options.msg91_secret ?? '')
        statuses.push((await fetch(url, init)).status)
      }
      return statuses
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  carrier.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return carrier
}

function pick(modes: Mode[]): Omit<Mode, 'share'> {
  let left = Math.random()
  for (const mode of modes) {
    if (left < mode.share) return mode
    left -= mode.share
  }
  return { behaviour: 'ok' }
}

function readMsg91({ method, url, headers, body }: Request): AcceptedMessage | null {
  if (method !== 'POST' || !/^\/api\/v5\/flow\/?$/.test(url.pathname) || !headers.authkey) return null
  const { template_id, recipients } = JSON.parse(body) as {
    template_id: string
    recipients: Record<string, string>[]
  }
  const { mobiles = '', CRQID, ...variables } = recipients[0] ?? {}
  if (!template_id || recipients.length !== 1 || !/^91\d{10}$/.test(mobiles)) return null
  return {
    provider: 'msg91',
    provider_id: randomBytes(12).toString('hex'),
    to: mobiles.slice(2),
    text: null,
    template_id,
    variables,
    message_id: CRQID ? Number(CRQID) : null,
    status_callback: null,
    at: new Date().toISOString(),
  }
}

const TWILIO_MESSAGES = /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/

function readTwilio({ method, url, headers, body }: Request, account: { token: string }): AcceptedMessage | null {
  const sid = TWILIO_MESSAGES.exec(url.pathname)?.[1]
  const [user, token] = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':')
  if (method !== 'POST' || !sid || user !== sid || !token) return null
  const form = new URLSearchParams(body)
  const to = form.get('To') ?? ''
  if (!/^\+91\d{10}$/.test(to) || !form.get('Body') || !(form.get('From') ?? form.get('MessagingServiceSid')))
    return null
  account.token = token
  const status_callback = form.get('StatusCallback')
  const message_id = status_callback ? new URL(status_callback).searchParams.get('message_id') : null
  return {
    provider: 'twilio',
    provider_id: `SM${randomBytes(16).toString('hex')}`,
    to: to.slice(3),
    text: form.get('Body'),
    template_id: null,
    variables: {},
    message_id: message_id ? Number(message_id) : null,
    status_callback,
    at: new Date().toISOString(),
  }
}

const isTwilioList = ({ method, url, headers }: Request): boolean =>
  method === 'GET' && TWILIO_MESSAGES.test(url.pathname) && headers.authorization !== undefined

/** Newest first. All are still queued, so their date_sent is empty and a filter on it finds none of them. */
function listTwilio({ url }: Request, accepted: AcceptedMessage[]): unknown[] {
  if ([...url.searchParams.keys()].some((key) => key.startsWith('DateSent'))) return []
  return accepted
    .filter(({ provider, to }) => provider === 'twilio' && `+91${to}` === url.searchParams.get('To'))
    .map(twilioView)
    .toReversed()
}

const twilioView = (message: AcceptedMessage) => ({
  sid: message.provider_id,
  to: `+91${message.to}`,
  body: message.text,
  status: 'queued',
  date_created: new Date(message.at).toUTCString().replace('GMT', '+0000'),
  date_sent: null,
  error_code: null,
})

type Posting = { url: string; init: RequestInit }

function twilioReceipt(
  message: AcceptedMessage,
  status: string,
  { url, proof = 'right' }: ReceiptOptions,
  account: { token: string },
): Posting {
  const signed = message.status_callback ?? ''
  const fields: Record<string, string> = {
    AccountSid: 'AC0',
    MessageSid: message.provider_id,
    MessageStatus: status === 'failed' ? 'undelivered' : status,
    SmsSid: message.provider_id,
    To: `+91${message.to}`,
  }
  const text = Object.keys(fields)
    .sort()
    .reduce((sum, name) => sum + name + fields[name], signed)
  const key = proof === 'wrong' ? 'not the token' : account.token
  const signature = createHmac('sha1', key).update(text).digest('base64')
  const { pathname, search } = new URL(signed)
  return {
    url: url ? new URL(pathname + search, url).href : signed,
    init: {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(proof === 'missing' ? {} : { 'x-twilio-signature': signature }),
      },
      body: new URLSearchParams(fields).toString(),
    },
  }
}

function msg91Receipt(message: AcceptedMessage, status: string, options: ReceiptOptions, secret: string): Posting {
  const { url = '', proof = 'right' } = options
  const report = {
    date: '2026-11-21 10:06:20',
    number: `91${message.to}`,
    status: { sent: '8', delivered: '1', failed: '2' }[status],
    desc: status.toUpperCase(),
    CRQID: String(message.message_id ?? 0),
  }
  const data = JSON.stringify([{ senderId: 'TVARIT', requestId: message.provider_id, report: [report], userId: '1' }])
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (proof !== 'missing') headers['x-webhook-secret'] = proof === 'right' ? secret : `${secret}x`
  return { url, init: { method: 'POST', headers, body: new URLSearchParams({ data }).toString() } }
}
