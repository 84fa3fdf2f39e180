import { appendFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AcceptedMessage, Dialect, KeyAnswer, Lane, ReceiptOptions, Request } from './dialect.ts'
import { exotel, pressInFlow } from './exotel.ts'
import { msg91 } from './msg91.ts'
import { takenBack, twilio } from './twilio.ts'

// Speaks three providers' languages over one port, for messages and calls, and fails in every way a provider can.
// Written from the providers' documentation, not from our own code: what both sides share could be wrong on both sides.

export type { AcceptedMessage }
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

export interface FakeCarrier {
  url: string
  /** Everything accepted so far, in order. */
  accepted: AcceptedMessage[]
  /** Send calls per provider, also those that failed. */
  calls: Record<Lane, number>
  /** Ids of calls that were taken back. */
  recalled: string[]
  /** Look-ups of sent messages. */
  lookups: number
  /** Requests that no provider would understand: a test should find none. */
  unexpected: string[]
  mode(lane: Lane, behaviour: Behaviour, options?: BehaviourOptions): void
  /** Several behaviours at once, each with its share of the calls. */
  mix(lane: Lane, shares: (BehaviourOptions & { behaviour: Behaviour; share: number })[]): void
  /** Posts receipts and returns the statuses they were answered with. */
  sendReceipt(message: AcceptedMessage, options: ReceiptOptions): Promise<number[]>
  /** The person presses a key during a call; what our server wants said, and its status. */
  pressKey(message: AcceptedMessage, key: string, options?: Omit<ReceiptOptions, 'statuses'>): Promise<KeyAnswer>
  close(): Promise<void>
}

type Mode = BehaviourOptions & { behaviour: Behaviour; share: number }
type Reply = (status: number, body: unknown, headers?: Record<string, string>) => void

/**
 * Starts it on a free port of this machine. With `ledger_file` every accepted message is also appended there as a JSON
 * line before it is answered, so that a test can count after processes were killed.
 */
export async function startFakeCarrier(
  options: { ledger_file?: string; msg91_secret?: string } = {},
): Promise<FakeCarrier> {
  const accepted: AcceptedMessage[] = []
  const modes: Partial<Record<Lane, Mode[]>> = {}
  const callsByTwilio = twilio()
  const dialects = { msg91: msg91(options.msg91_secret ?? ''), twilio: callsByTwilio, exotel }

  const firstOf = <T>(ask: (dialect: Dialect) => T | null | undefined): T | undefined => {
    for (const dialect of Object.values(dialects)) {
      const answer = ask(dialect)
      if (answer) return answer
    }
  }

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
    const sending = firstOf((dialect) => dialect.read(request))
    if (sending) return serve(sending, reply, response)
    const taken_back = takenBack(request)
    if (taken_back) {
      carrier.recalled.push(taken_back)
      return reply(200, { sid: taken_back, status: 'canceled' })
    }
    const listing = firstOf((dialect) => dialect.list?.(request, accepted))
    if (listing) {
      carrier.lookups += 1
      return reply(200, listing)
    }
    carrier.unexpected.push(`${request.method} ${request.url.pathname}`)
    reply(404, { code: 404, message: 'No such thing' })
  }

  async function serve(message: AcceptedMessage, reply: Reply, response: ServerResponse): Promise<void> {
    const dialect = dialects[message.provider]
    const lane = laneOf(message)
    carrier.calls[lane] += 1
    const { behaviour, retry_after_seconds, delay_ms = 50 } = pick(modes[lane] ?? [])
    const accept = () => {
      accepted.push(message)
      if (options.ledger_file) appendFileSync(options.ledger_file, `${JSON.stringify(message)}\n`)
    }
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
        return reply(401, dialect.unauthorized)
      case 'bad_number':
        return reply(...dialect.bad_number(message))
      case 'error_body':
        return reply(200, dialect.error_body(message))
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
    reply(...dialect.accepted(message))
  }

  const carrier: FakeCarrier = {
    url: '',
    accepted,
    calls: { msg91: 0, twilio: 0, 'msg91 whatsapp': 0, 'twilio whatsapp': 0, 'exotel voice': 0, 'twilio voice': 0 },
    recalled: [],
    lookups: 0,
    unexpected: [],
    mode(lane, behaviour, { share = 1, ...rest } = {}) {
      modes[lane] = [{ behaviour, share, ...rest }]
    },
    mix(lane, shares) {
      modes[lane] = shares
    },
    async sendReceipt(message, receipt) {
      const statuses: number[] = []
      for (const status of receipt.statuses) {
        const { url, init } = dialects[message.provider].receipt(message, status, receipt)
        statuses.push((await fetch(url, init)).status)
      }
      return statuses
    },
    pressKey: (message, key, press = {}) =>
      message.provider === 'exotel' ? pressInFlow(message, key, press) : callsByTwilio.pressKey(message, key, press),
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

const laneOf = ({ provider, channel }: AcceptedMessage) =>
  (channel === 'sms' ? provider : `${provider} ${channel}`) as Lane
