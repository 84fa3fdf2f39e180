import { z } from 'zod'
import { callProvider } from './call-provider.ts'
import type { OutgoingSms, SmsProvider } from './provider.ts'
import { DeliveryError } from '../delivery-error.ts'
import { parseTwilioReceipt } from './twilio-receipt.ts'

export interface TwilioSettings {
  account_sid: string
  auth_token: string
  /** A number, a sender name, or the id of a messaging service (`MG...`). */
  from: string
  /** Without a slash at the end. */
  base_url: string
  public_url: string
}

export const TWILIO_RECEIPT_PATH = '/api/receipts/twilio/'

const created = z.object({ sid: z.string().min(1), status: z.string().optional() })
const refused = z.object({ code: z.number() })
const listed = z.object({
  messages: z.array(
    z.object({ sid: z.string(), body: z.string().nullable(), status: z.string(), date_created: z.string() }),
  ),
})

// 21211, 21217 not a phone number; 21610 the person opted out; 21614 not a mobile. Elsewhere it is ours or Twilio's.
const BAD_NUMBER = new Set([21211, 21217, 21610, 21614])
const NEVER_GOES_OUT = new Set(['failed', 'undelivered', 'canceled'])

// Twilio's times have whole seconds and its clock is not ours.
const CLOCK_SLACK_MS = 60_000

/** Twilio, Messages API of 2010-04-01. */
export function createTwilioProvider(settings: TwilioSettings): SmsProvider {
  const url = `${settings.base_url}/2010-04-01/Accounts/${encodeURIComponent(settings.account_sid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${settings.account_sid}:${settings.auth_token}`).toString('base64')}`
  return {
    name: 'twilio',
    async send(message, signal) {
      const body = new URLSearchParams({
        To: `+91${message.to}`,
        [settings.from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: settings.from,
        Body: message.text,
        // Signed along with the rest: a receipt finds its message even if the answer to this call is lost.
        StatusCallback: `${settings.public_url}${TWILIO_RECEIPT_PATH}?message_id=${message.message_id}`,
      })
      const answer = await callProvider(url, { method: 'POST', headers: { authorization }, body }, signal)
      if (!answer.ok) throw refusal(answer)
      const { data } = created.safeParse(answer.json)
      if (!data) throw new DeliveryError('transient', 'twilio: unreadable answer', { uncertain: true })
      if (NEVER_GOES_OUT.has(data.status ?? '')) throw new DeliveryError('transient', `twilio: ${data.status} at once`)
      return { provider_id: data.sid }
    },
    async findSent(message, signal) {
      // No DateSent filter: that date is empty while a message is queued, which is just the one we look for.
      const query = new URLSearchParams({ To: `+91${message.to}`, PageSize: '100' })
      const answer = await callProvider(`${url}?${query.toString()}`, { headers: { authorization } }, signal)
      if (!answer.ok) throw refusal(answer)
      const { data } = listed.safeParse(answer.json)
      if (!data) throw new DeliveryError('transient', 'twilio: unreadable list')
      const found = data.messages.find((candidate) => isSame(candidate, message))
      return found ? { provider_id: found.sid } : null
    },
    parseReceipt: (request) => parseTwilioReceipt(request, settings),
  }
}

function refusal(answer: { status: number; json: unknown }): DeliveryError {
  const code = refused.safeParse(answer.json).data?.code
  return new DeliveryError('permanent', `twilio: refused (${code ?? `HTTP ${answer.status}`})`, {
    blame: code !== undefined && BAD_NUMBER.has(code) ? 'recipient' : 'provider',
  })
}

function isSame(listing: z.infer<typeof listed>['messages'][number], message: OutgoingSms): boolean {
  return (
    listing.body?.trim() === message.text.trim() &&
    !NEVER_GOES_OUT.has(listing.status) &&
    Date.parse(listing.date_created) >= message.first_attempt_at.getTime() - CLOCK_SLACK_MS
  )
}
