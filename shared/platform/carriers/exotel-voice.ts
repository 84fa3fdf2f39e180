import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Language } from '../../contracts/scan.ts'
import { DeliveryError } from '../delivery-error.ts'
import { equalSecrets, sha256 } from '../secrets.ts'
import { CALL_SECONDS, KEY_SECONDS, RING_SECONDS } from './calls.ts'
import { callProvider } from './call-provider.ts'
import {
  type CallQuestion,
  ownId,
  type Provider,
  type Receipt,
  receiptPath,
  type ReceiptRequest,
  type ReceiptResult,
} from './provider.ts'
import { receiptFields, receiptTexts } from './receipt-fields.ts'

export interface ExotelSettings {
  account_sid: string
  api_key: string
  api_token: string
  /** Still proves receipts of calls that were placed with it. */
  api_token_before?: string | undefined
  /** The ExoPhone the call comes from. */
  caller_id: string
  /** Language to the id of the flow that speaks it; `en` also for those that have none. */
  flow_ids: Record<string, string>
  /** Without a slash at the end. */
  base_url: string
  public_url: string
}

const call = z.object({
  Sid: z.string().min(1),
  Status: z.string().nullish(),
  DateCreated: z.string().nullish(),
  CustomField: z.string().nullish(),
})
const placed = z.object({ Call: call })
const rejected = z.object({ RestException: z.object({}) })
const listed = z.object({ Calls: z.array(call) })

const STATES: Record<string, Receipt['state']> = {
  queued: 'sent',
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'answered',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'failed',
}

const PATH = receiptPath('exotel', 'voice')
const CLOCK_SLACK_MS = 60_000

/**
 * Exotel, voice API version 1: a call to a flow of its dashboard. The flow asks us for the text (Gather), tells us the key
 * (Passthru) and asks for the thanks (Greeting). Exotel signs nothing. So each call carries a proof of its own in
 * `CustomField`, which comes back with every request; with it only that call's receipts can be forged.
 */
export function createExotelVoice(settings: ExotelSettings): Provider {
  const calls = `${settings.base_url}/v1/Accounts/${encodeURIComponent(settings.account_sid)}/Calls`
  const headers = {
    authorization: `Basic ${Buffer.from(`${settings.api_key}:${settings.api_token}`).toString('base64')}`,
  }
  const customField = (message_id: number, api_token = settings.api_token) =>
    `${message_id}-${createHmac('sha256', api_token).update(`exotel call ${message_id}`).digest('hex').slice(0, 40)}`
  return {
    name: 'exotel',
    async send({ message_id, to, language }, signal) {
      const custom = customField(message_id)
      const body = new URLSearchParams({
        From: `+91${to}`,
        CallerId: settings.caller_id,
        Url: `http://my.exotel.com/${settings.account_sid}/exoml/start_voice/${flowOf(settings.flow_ids, language)}`,
        CallType: 'trans',
        TimeOut: String(RING_SECONDS),
        TimeLimit: String(CALL_SECONDS),
        CustomField: custom,
        StatusCallback: `${settings.public_url}${PATH}?CustomField=${custom}`,
        'StatusCallbackEvents[0]': 'terminal',
        'StatusCallbackEvents[1]': 'answered',
        StatusCallbackContentType: 'application/json',
      })
      const answer = await callProvider(`${calls}/connect.json`, { method: 'POST', headers, body }, signal)
      if (!answer.ok || rejected.safeParse(answer.json).success) throw rejection(answer)
      const { data } = placed.safeParse(answer.json)
      if (!data) throw new DeliveryError('transient', 'exotel: unreadable answer', { uncertain: true })
      if (STATES[data.Call.Status ?? ''] === 'failed') throw new DeliveryError('transient', 'exotel: failed at once')
      return { provider_id: data.Call.Sid }
    },
    async findSent({ message_id, to, first_attempt_at }, signal) {
      const query = new URLSearchParams({ From: `+91${to}`, PageSize: '50', SortBy: 'DateCreated:desc' })
      const answer = await callProvider(`${calls}.json?${query.toString()}`, { headers }, signal)
      if (!answer.ok) throw rejection(answer)
      const { data } = listed.safeParse(answer.json)
      if (!data) throw new DeliveryError('transient', 'exotel: unreadable list')
      const custom = customField(message_id)
      const since = first_attempt_at.getTime() - CLOCK_SLACK_MS
      return data.Calls.filter(({ CustomField, DateCreated }) =>
        CustomField ? CustomField === custom : indianTime(DateCreated ?? '') >= since,
      ).map(({ Sid }) => Sid)
    },
    parseReceipt(request) {
      const fields = readFields(request)
      const custom = fields.get('CustomField') ?? ''
      const message_id = ownId(custom.split('-')[0])
      // Hashes have one length, so that not even the length of the proof shows.
      const proves = (token?: string) => equalSecrets(sha256(custom), sha256(customField(message_id ?? 0, token)))
      const { api_token_before } = settings
      if (message_id === null || (!proves() && !(api_token_before && proves(api_token_before))))
        return { accepted: false, reason: 'forged' }
      return readRequest(request.path.slice(PATH.length).split(/[/?]/)[0] ?? '', fields, message_id)
    },
  }
}

/** What the flow asks (`prompt`, `key`, `thanks`), or a report. */
function readRequest(step: string, fields: ReadonlyMap<string, string>, message_id: number): ReceiptResult {
  const provider_id = fields.get('CallSid')
  if (!provider_id) return { accepted: false, reason: 'malformed' }
  const accepted = (state: Receipt['state'] | undefined, answer?: CallQuestion['answer']): ReceiptResult => ({
    accepted: true,
    receipts: state ? [{ provider_id, message_id, state }] : [],
    ...(answer ? { question: { message_id, answer } } : {}),
  })
  if (step === 'prompt') return accepted('answered', ({ text }) => prompt(text))
  // The digits stand in quotation marks. 200 and 302 are the two ways on in the flow.
  if (step === 'key') {
    const confirms = fields.get('digits')?.replaceAll('"', '') === '1'
    const answer = () => ({ status: confirms ? 200 : 302, type: 'text/plain', body: '' })
    return accepted(confirms ? 'confirmed' : undefined, answer)
  }
  if (step === 'thanks') return accepted(undefined, ({ thanks }) => ({ status: 200, type: 'text/plain', body: thanks }))
  return accepted(STATES[fields.get('Status') ?? ''])
}

const prompt = (text: string) => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify({
    gather_prompt: { text },
    max_input_digits: 1,
    finish_on_key: '#',
    input_timeout: KEY_SECONDS,
    repeat_menu: 1,
    repeat_gather_prompt: { text },
  }),
})

function flowOf(flow_ids: Record<string, string>, language: Language): string {
  const flow = flow_ids[language] ?? flow_ids.en
  if (!flow) throw new DeliveryError('permanent', `exotel: no flow for ${language}`, { blame: 'template' })
  return flow
}

function rejection({ status, json }: { status: number; json: unknown }): DeliveryError {
  const wrong_number = status === 400 && /(invalid|valid).{0,20}(number|from)/i.test(JSON.stringify(json))
  return new DeliveryError('permanent', `exotel: rejected (HTTP ${status})`, {
    blame: wrong_number ? 'recipient' : 'provider',
  })
}

/** Query, and form or JSON of the body; of a name that comes twice the first. None when there are too many. */
function readFields({ path, body }: ReceiptRequest): ReadonlyMap<string, string> {
  const asked = receiptFields(path.split('?')[1] ?? '')
  const posted = /^\s*\{/.test(body) ? receiptTexts(body) : receiptFields(body)
  return new Map(asked && posted ? [...asked, ...posted].toReversed() : [])
}

/** Exotel writes `2017-03-03 12:30:24`, the clock of India. */
const indianTime = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)
