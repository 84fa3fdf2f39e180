import { createHmac } from 'node:crypto'
import { DeliveryError } from '../delivery-error.ts'
import { equalSecrets } from '../secrets.ts'
import { callProvider } from './call-provider.ts'
import type { ReceiptRequest } from './provider.ts'
import { receiptFields } from './receipt-fields.ts'

export interface TwilioSettings {
  account_sid: string
  auth_token: string
  /** Still accepted in signatures. */
  auth_token_before?: string | undefined
  /** A number, for SMS also a sender name; or, for messages, the id of a messaging service (`MG...`). */
  from: string
  /** Without a slash at the end. */
  base_url: string
  public_url: string
}

// 21211, 21214, 21217 not a phone number; 21610 opted out; 21614 not a mobile; 63003, 63024 not on WhatsApp. Elsewhere
// it is ours or Twilio's.
const BAD_NUMBER = new Set([21211, 21214, 21217, 21610, 21614, 63003, 63024])

/** Statuses of what Twilio made and will never send. */
export const NEVER_GOES_OUT = new Set(['failed', 'undelivered', 'canceled'])

// Twilio's times have whole seconds and its clock is not ours.
const CLOCK_SLACK_MS = 60_000

/** Whether a listed message or call can be an attempt that began at `first_attempt_at`. */
export const isRecent = (date_created: string, first_attempt_at: Date): boolean =>
  Date.parse(date_created) >= first_attempt_at.getTime() - CLOCK_SLACK_MS

/** Calls of the API of 2010-04-01, for one kind of resource. Throws DeliveryError for every rejection. */
export function twilioApi({ account_sid, auth_token, base_url }: TwilioSettings, resource: 'Messages' | 'Calls') {
  const folder = `${base_url}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/${resource}`
  const url = `${folder}.json`
  const authorization = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`
  const call = async (address: string, init: RequestInit, signal: AbortSignal): Promise<unknown> => {
    const answer = await callProvider(address, { ...init, headers: { authorization } }, signal)
    if (!answer.ok) throw rejection(answer)
    return answer.json
  }
  return {
    create: (body: URLSearchParams, signal: AbortSignal) => call(url, { method: 'POST', body }, signal),
    change: (sid: string, body: URLSearchParams, signal: AbortSignal) =>
      call(`${folder}/${encodeURIComponent(sid)}.json`, { method: 'POST', body }, signal),
    list: (to: string, signal: AbortSignal) =>
      call(`${url}?${new URLSearchParams({ To: to, PageSize: '100' }).toString()}`, {}, signal),
  }
}

function rejection({ status, json }: { status: number; json: unknown }): DeliveryError {
  const code = typeof json === 'object' && json !== null && 'code' in json ? Number(json.code) : Number.NaN
  return new DeliveryError('permanent', `twilio: rejected (${Number.isNaN(code) ? `HTTP ${status}` : code})`, {
    blame: BAD_NUMBER.has(code) ? 'recipient' : 'provider',
  })
}

/**
 * Base64 HMAC-SHA1 of the full address and the sorted form fields, name and value without separators; a repeated field
 * contributes its distinct values in order. Twilio's published algorithm.
 */
export const twilioSignature = (auth_token: string, url: string, params: URLSearchParams): string =>
  sign(auth_token, url + signedText(params))

function signedText(params: URLSearchParams): string {
  const values = Map.groupBy(params, ([name]) => name)
  return [...values.keys()]
    .sort()
    .flatMap((name) => [...new Set(values.get(name)!.map(([, value]) => value))].sort().map((value) => name + value))
    .join('')
}

const sign = (auth_token: string, text: string): string => createHmac('sha1', auth_token).update(text).digest('base64')

const SIGNATURE = /^[\w+/]{27}=$/

const signatureOf = ({ headers }: Pick<ReceiptRequest, 'headers'>): string | null => {
  const given = headers['x-twilio-signature']
  return typeof given === 'string' && SIGNATURE.test(given) ? given : null
}

/** Whether a request brings what can be a signature. */
export const maySign = (request: Pick<ReceiptRequest, 'headers'>): boolean => signatureOf(request) !== null

/**
 * The form fields of a web hook after its signature was proven, else null. The address is built from PUBLIC_URL, never
 * from the Host header, which the sender chooses. A replay is possible (Twilio signs no time) and harmless: see
 * applyReceipt.
 */
export function provenFields(
  request: ReceiptRequest,
  {
    auth_token,
    auth_token_before,
    public_url,
  }: Pick<TwilioSettings, 'auth_token' | 'auth_token_before' | 'public_url'>,
): URLSearchParams | null {
  const given = signatureOf(request)
  const params = receiptFields(request.body)
  if (given === null || !params) return null
  const text = signedText(params)
  const tokens = auth_token_before ? [auth_token, auth_token_before] : [auth_token]
  const proven = addresses(public_url + request.path).some((url) =>
    tokens.some((token) => equalSecrets(Buffer.from(given), Buffer.from(sign(token, url + text)))),
  )
  return proven ? params : null
}

/** Twilio signs the port in some cases and leaves it out in others, as its own libraries know. */
function addresses(url: string): string[] {
  const [, origin = '', host = '', port = '', rest = ''] =
    /^(https?:\/\/)([^/:]+|\[[^\]]+\])(:\d+)?(.*)$/.exec(url) ?? []
  const standard = origin === 'https://' ? ':443' : ':80'
  return [url, port ? origin + host + rest : origin + host + standard + rest]
}

/** The query of a request's path. */
export const queryOf = (request: ReceiptRequest): URLSearchParams =>
  new URLSearchParams(request.path.split('?')[1] ?? '')
