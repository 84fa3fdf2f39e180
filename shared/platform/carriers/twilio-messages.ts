import { z } from 'zod'
import { DeliveryError } from '../delivery-error.ts'
import { type Outgoing, ownId, type Provider, type Receipt, receiptPath, templateId } from './provider.ts'
import {
  isRecent,
  maySign,
  NEVER_GOES_OUT,
  provenFields,
  queryOf,
  twilioApi,
  type TwilioSettings,
} from './twilio-api.ts'

const created = z.object({ sid: z.string().min(1), status: z.string().optional() })
const listed = z.object({
  messages: z.array(
    z.object({ sid: z.string(), body: z.string().nullable(), status: z.string(), date_created: z.string() }),
  ),
})

const STATES: Record<string, Receipt['state']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/**
 * Twilio, Messages API of 2010-04-01: SMS with their text, WhatsApp as an approved template (`ContentSid`) with its
 * variables. `content_ids`: template name to ContentSid, for WhatsApp.
 */
export function createTwilioMessages(
  settings: TwilioSettings,
  channel: 'sms' | 'whatsapp' = 'sms',
  content_ids: Record<string, string> = {},
): Provider {
  const api = twilioApi(settings, 'Messages')
  const address = (number: string) => (channel === 'whatsapp' ? `whatsapp:${number}` : number)
  const { from, public_url } = settings
  return {
    name: 'twilio',
    async send(message, signal) {
      const body = new URLSearchParams({
        To: address(`+91${message.to}`),
        ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: address(from) }),
        ...(channel === 'whatsapp' ? content(message, content_ids) : { Body: message.text }),
        // Signed along with the rest: a receipt finds its message even if the answer to this call is lost.
        StatusCallback: `${public_url}${receiptPath('twilio', channel)}?message_id=${message.message_id}`,
      })
      const { data } = created.safeParse(await api.create(body, signal))
      if (!data) throw new DeliveryError('transient', 'twilio: unreadable answer', { uncertain: true })
      if (NEVER_GOES_OUT.has(data.status ?? '')) throw new DeliveryError('transient', `twilio: ${data.status} at once`)
      return { provider_id: data.sid }
    },
    async findSent(message, signal) {
      // No DateSent filter: that date is empty while a message is queued, which is just the one we look for.
      const { data } = listed.safeParse(await api.list(address(`+91${message.to}`), signal))
      if (!data) throw new DeliveryError('transient', 'twilio: unreadable list')
      return data.messages
        .filter(
          ({ body, status, date_created }) =>
            says(body ?? '', message, channel) &&
            !NEVER_GOES_OUT.has(status) &&
            isRecent(date_created, message.first_attempt_at),
        )
        .map(({ sid }) => sid)
    },
    mayProve: maySign,
    parseReceipt(request) {
      const fields = provenFields(request, settings)
      if (!fields) return { accepted: false, reason: 'forged' }
      const provider_id = fields.get('MessageSid')
      const status = fields.get('MessageStatus')
      if (!provider_id || !status) return { accepted: false, reason: 'malformed' }
      const state = channel === 'sms' && status === 'read' ? 'delivered' : STATES[status]
      const message_id = ownId(queryOf(request).get('message_id'))
      return { accepted: true, receipts: state ? [{ provider_id, message_id, state }] : [] }
    },
  }
}

function content(message: Outgoing, content_ids: Record<string, string>): Record<string, string> {
  const ContentSid = templateId(content_ids, message)
  if (!ContentSid) {
    throw new DeliveryError('permanent', `twilio: no WhatsApp template for ${message.template}`, { blame: 'template' })
  }
  const numbered = Object.entries(message.variables).map(([name, value]) => [name.replace('VAR', ''), value])
  return { ContentSid, ContentVariables: JSON.stringify(Object.fromEntries(numbered)) }
}

/** The text of a WhatsApp template is Meta's copy of ours, so it is known by the variables in it. */
const says = (body: string, { text, variables }: Outgoing, channel: 'sms' | 'whatsapp'): boolean =>
  channel === 'sms' ? body.trim() === text.trim() : Object.values(variables).every((value) => body.includes(value))
