import { createHmac, randomBytes } from 'node:crypto'
import type { AcceptedMessage, Dialect, KeyAnswer, Posting, ReceiptOptions, ReceiptStatus, Request } from './dialect.ts'

/** What is known of the account: Twilio signs with the password it is called with. */
interface Account {
  token: string
}

export interface Twilio extends Dialect {
  pressKey(message: AcceptedMessage, key: string, options: Omit<ReceiptOptions, 'statuses'>): Promise<KeyAnswer>
}

/** Twilio: SMS, WhatsApp and calls with TwiML. */
export function twilio(): Twilio {
  const account = { token: '' }
  return {
    read: (request) => readMessage(request, account),
    list: listMessages,
    accepted: (message) => [201, messageView(message)],
    unauthorized: { code: 20003 },
    bad_number: ({ channel, to }) => [
      400,
      { code: channel === 'whatsapp' ? 63024 : 21211, message: `The number +91${to} was rejected`, status: 400 },
    ],
    error_body: ({ provider_id }) => ({ status: 'failed', error_code: 30001, sid: provider_id }),
    receipt: (message, status, options) => receipt(message, status, options, account),
    async pressKey(message, key, options) {
      const action = /action="([^"]+)"/.exec(message.text ?? '')?.[1]?.replaceAll('&#38;', '&') ?? ''
      const fields = { AccountSid: 'AC0', CallSid: message.provider_id, CallStatus: 'in-progress', Digits: key }
      const { url, init } = posting(action, fields, options, account)
      const answer = await fetch(url, init)
      return { status: answer.status, said: await answer.text() }
    },
  }
}

/** The call that a request takes back. */
export function takenBack({ url, body }: Request): string | undefined {
  if (new URLSearchParams(body).get('Status') !== 'canceled') return undefined
  return /^\/2010-04-01\/Accounts\/[^/]+\/Calls\/(CA\w+)\.json$/.exec(url.pathname)?.[1]
}

const ADDRESS = /^\/2010-04-01\/Accounts\/([^/]+)\/(Messages|Calls)\.json$/

function readMessage({ method, url, headers, body }: Request, account: Account): AcceptedMessage | null {
  const [, sid, resource] = ADDRESS.exec(url.pathname) ?? []
  const [user, token] = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':')
  if (method !== 'POST' || !sid || user !== sid || !token) return null
  const form = new URLSearchParams(body)
  const to = form.get('To') ?? ''
  const channel = resource === 'Calls' ? 'voice' : to.startsWith('whatsapp:') ? 'whatsapp' : 'sms'
  const content = { sms: 'Body', whatsapp: 'ContentSid', voice: 'Twiml' }[channel]
  const sender = form.get('From') ?? form.get('MessagingServiceSid')
  if (!/^(whatsapp:)?\+91\d{10}$/.test(to) || !form.get(content) || !sender) return null
  if (channel === 'whatsapp' && !/^(whatsapp:\+|MG)/.test(sender)) return null
  const numbered = JSON.parse(form.get('ContentVariables') ?? '{}') as Record<string, string>
  account.token = token
  const status_callback = form.get('StatusCallback')
  const message_id = status_callback ? new URL(status_callback).searchParams.get('message_id') : null
  return {
    provider: 'twilio',
    channel,
    provider_id: `${channel === 'voice' ? 'CA' : 'SM'}${randomBytes(16).toString('hex')}`,
    to: to.slice(-10),
    text: form.get('Body') ?? form.get('Twiml'),
    template_id: form.get('ContentSid'),
    variables: numbered,
    message_id: message_id ? Number(message_id) : null,
    status_callback,
    at: new Date().toISOString(),
  }
}

/** Newest first. All are still queued, so their date_sent is empty and a filter on it finds none of them. */
function listMessages({ method, url, headers }: Request, accepted: AcceptedMessage[]): unknown {
  const resource = ADDRESS.exec(url.pathname)?.[2]
  if (method !== 'GET' || !resource || headers.authorization === undefined) return null
  const filtered = [...url.searchParams.keys()].some((key) => key.startsWith('DateSent'))
  const found = accepted
    .filter((message) => message.provider === 'twilio' && addressOf(message) === url.searchParams.get('To'))
    .filter(({ channel }) => (channel === 'voice') === (resource === 'Calls') && !filtered)
    .map(messageView)
    .toReversed()
  return resource === 'Calls' ? { calls: found } : { messages: found }
}

const addressOf = ({ channel, to }: AcceptedMessage) => `${channel === 'whatsapp' ? 'whatsapp:' : ''}+91${to}`

const messageView = (message: AcceptedMessage) => ({
  sid: message.provider_id,
  to: addressOf(message),
  // The text of a template is filled in by Twilio.
  body: message.channel === 'whatsapp' ? `Template: ${Object.values(message.variables).join(', ')}.` : message.text,
  status: 'queued',
  date_created: new Date(message.at).toUTCString().replace('GMT', '+0000'),
  date_sent: null,
  error_code: null,
})

const CALL_STATUSES: Partial<Record<ReceiptStatus, string>> = {
  sent: 'initiated',
  answered: 'in-progress',
  no_answer: 'no-answer',
}

function receipt(message: AcceptedMessage, status: ReceiptStatus, options: ReceiptOptions, account: Account): Posting {
  const ids: Record<string, string> =
    message.channel === 'voice'
      ? { CallSid: message.provider_id, CallStatus: CALL_STATUSES[status] ?? status }
      : {
          MessageSid: message.provider_id,
          MessageStatus: status === 'failed' ? 'undelivered' : status,
          SmsSid: message.provider_id,
        }
  const fields = { AccountSid: 'AC0', To: addressOf(message), ...ids }
  return posting(message.status_callback ?? '', fields, options, account)
}

function posting(
  signed: string,
  fields: Record<string, string>,
  { url, proof = 'right' }: Omit<ReceiptOptions, 'statuses'>,
  account: Account,
): Posting {
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
