import { randomBytes } from 'node:crypto'
import type { AcceptedMessage, Dialect, KeyAnswer, Posting, ReceiptOptions, ReceiptStatus, Request } from './dialect.ts'

/** Exotel: calls that follow a flow. */
export const exotel: Dialect = {
  read: readCall,
  list: listCalls,
  accepted: (message) => [200, { Call: callView(message) }],
  unauthorized: { RestException: { Status: 401, Message: 'Authentication failed' } },
  bad_number: () => [400, { RestException: { Status: 400, Message: 'Bad parameter: invalid From number' } }],
  error_body: () => ({ RestException: { Status: 500, Message: 'Something went wrong' } }),
  receipt,
}

/** A call to a flow. What it says is asked for by the flow, during the call. */
function readCall({ method, url, headers, body }: Request): AcceptedMessage | null {
  if (method !== 'POST' || !/^\/v1\/Accounts\/[^/]+\/Calls\/connect\.json$/.test(url.pathname)) return null
  const form = new URLSearchParams(body)
  const from = form.get('From') ?? ''
  const flow = /^http:\/\/my\.exotel\.com\/[^/]+\/exoml\/start_voice\/(\w+)$/.exec(form.get('Url') ?? '')?.[1]
  if (!headers.authorization || !/^\+91\d{10}$/.test(from) || !form.get('CallerId') || !flow) return null
  const custom = form.get('CustomField') ?? ''
  return {
    provider: 'exotel',
    channel: 'voice',
    provider_id: randomBytes(16).toString('hex'),
    to: from.slice(3),
    text: null,
    template_id: flow,
    variables: { CustomField: custom },
    message_id: Number(custom.split('-')[0]) || null,
    status_callback: form.get('StatusCallback'),
    at: new Date().toISOString(),
  }
}

/** Newest first, of one number. */
function listCalls({ method, url, headers }: Request, accepted: AcceptedMessage[]): unknown {
  if (method !== 'GET' || !/^\/v1\/Accounts\/[^/]+\/Calls\.json$/.test(url.pathname) || !headers.authorization)
    return null
  const calls = accepted.filter(
    ({ provider, to }) => provider === 'exotel' && `+91${to}` === url.searchParams.get('From'),
  )
  return { Metadata: { PageSize: 50 }, Calls: calls.map(callView).toReversed() }
}

/** Written with the clock of India. */
const callView = (message: AcceptedMessage) => ({
  Sid: message.provider_id,
  From: `+91${message.to}`,
  Status: 'in-progress',
  DateCreated: new Date(Date.parse(message.at) + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
})

/** `wrong` brings the proof of another call. */
const proofOf = ({ variables }: AcceptedMessage, proof: ReceiptOptions['proof'] = 'right'): string =>
  proof === 'missing' ? '' : `${proof === 'wrong' ? '1' : ''}${variables.CustomField}`

function receipt(message: AcceptedMessage, status: ReceiptStatus, { url, proof }: ReceiptOptions): Posting {
  const address = new URL(message.status_callback ?? '', url)
  if (url) address.host = new URL(url).host
  address.searchParams.set('CustomField', proofOf(message, proof))
  const over = !['answered', 'ringing', 'sent'].includes(status)
  const body = JSON.stringify({
    CallSid: message.provider_id,
    EventType: over ? 'terminal' : 'answered',
    Status: { sent: 'queued', answered: 'in-progress', no_answer: 'no-answer' }[status as string] ?? status,
    From: `+91${message.to}`,
  })
  return { url: address.href, init: { method: 'POST', headers: { 'content-type': 'application/json' }, body } }
}

/** The flow in Exotel's dashboard: Gather asks for the prompt, Passthru tells the key, Greeting says thanks after a 200. */
export async function pressInFlow(
  message: AcceptedMessage,
  key: string,
  { url, proof }: Omit<ReceiptOptions, 'statuses'>,
): Promise<KeyAnswer> {
  const ask = (step: string, more: Record<string, string> = {}) => {
    const address = new URL(`/api/receipts/exotel/voice/${step}/`, url ?? message.status_callback ?? '')
    const CustomField = proofOf(message, proof)
    address.search = new URLSearchParams({ CallSid: message.provider_id, CustomField, ...more }).toString()
    return fetch(address, { redirect: 'manual' })
  }
  const prompt = await ask('prompt')
  if (!prompt.ok) return { status: prompt.status, said: await prompt.text() }
  const { gather_prompt } = (await prompt.json()) as { gather_prompt: { text: string } }
  const { status } = await ask('key', { digits: `"${key}"` })
  const thanks = status === 200 ? await (await ask('thanks')).text() : ''
  return { status, said: `${gather_prompt.text} ${thanks}`.trim() }
}
