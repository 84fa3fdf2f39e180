import { z } from 'zod'
import { DeliveryError } from '../delivery-error.ts'
import { callProvider } from './call-provider.ts'
import { provesSecret } from './msg91-provider.ts'
import { ownId, type Provider, type Receipt, type ReceiptResult, templateId } from './provider.ts'

export interface Msg91WhatsAppSettings {
  auth_key: string
  webhook_secret: string
  /** Still accepted. */
  webhook_secret_before?: string | undefined
  /** Without a slash at the end. */
  base_url: string
  /** Our WhatsApp number as MSG91 knows it, with 91 and without +. */
  number: string
  /** Of the account at Meta; templates belong to it. */
  namespace: string
  /** Template name, or name and language, to the name of the approved template. */
  template_names: Record<string, string>
}

const reply = z.object({
  status: z.string().optional(),
  hasError: z.boolean().optional(),
  request_id: z.string().optional(),
})
const text = z.union([z.string(), z.number()]).transform(String).nullish()
const report = z.object({ crqid: text, requestid: text, status: text, eventname: text, direction: text })

const STATES: Record<string, Receipt['state']> = {
  sent: 'sent',
  submitted: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
  rejected: 'failed',
}

/** MSG91, WhatsApp API version 5: an approved template by name, its variables as `body_1`, `body_2`, ... */
export function createMsg91WhatsApp(settings: Msg91WhatsAppSettings): Provider {
  return {
    name: 'msg91',
    async send(message, signal) {
      const name = templateId(settings.template_names, message)
      if (!name) {
        throw new DeliveryError('permanent', `msg91: no WhatsApp template for ${message.template}`, {
          blame: 'template',
        })
      }
      const values = Object.entries(message.variables).map(([key, value]) => [
        key.replace('VAR', 'body_'),
        { type: 'text', value },
      ])
      const to_and_components = [
        {
          to: [`91${message.to}`],
          components: Object.fromEntries(values) as object,
          CRQID: String(message.message_id),
        },
      ]
      // At Meta a name can have a text in each language.
      const language = { code: message.language, policy: 'deterministic' }
      const answer = await callProvider(
        `${settings.base_url}/api/v5/whatsapp/whatsapp-outbound-message/bulk/`,
        {
          method: 'POST',
          headers: { authkey: settings.auth_key, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({
            integrated_number: settings.number,
            content_type: 'template',
            payload: {
              messaging_product: 'whatsapp',
              type: 'template',
              template: { name, language, namespace: settings.namespace, to_and_components },
            },
          }),
        },
        signal,
      )
      return { provider_id: requestId(answer) }
    },
    mayProve: (request) => provesSecret(request, settings.webhook_secret, settings.webhook_secret_before),
    parseReceipt(request) {
      return provesSecret(request, settings.webhook_secret, settings.webhook_secret_before)
        ? parseReport(request.body)
        : { accepted: false, reason: 'forged' }
    },
  }
}

/** Many failures have status 200 and say `hasError`: only a success with a request id counts. */
function requestId(answer: { ok: boolean; status: number; json: unknown }): string {
  const { data } = reply.safeParse(answer.json)
  if (answer.ok && data?.status === 'success' && data.hasError !== true && data.request_id) return data.request_id
  if (answer.ok && data?.status === undefined)
    throw new DeliveryError('transient', 'msg91: unreadable answer', { uncertain: true })
  const words = JSON.stringify(answer.json)
  if (/invalid (mobile|number|recipient)|not (on|a) whatsapp/i.test(words)) {
    throw new DeliveryError('permanent', 'msg91: number rejected', { blame: 'recipient' })
  }
  const blame = /template|namespace/i.test(words) ? 'template' : 'provider'
  throw new DeliveryError(
    answer.ok && blame === 'provider' ? 'transient' : 'permanent',
    `msg91: rejected (HTTP ${answer.status})`,
    { blame },
  )
}

/** The web hook (new) sends one flat object of the fields that were chosen; their case differs between its versions. */
function parseReport(body: string): ReceiptResult {
  const { data } = z.record(z.string(), z.unknown()).safeParse(parseJson(body))
  const fields = Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key.toLowerCase(), value]))
  const parsed = report.safeParse(fields).data
  const status = (parsed?.status ?? parsed?.eventname)?.toLowerCase()
  if (!parsed?.requestid || !status) return { accepted: false, reason: 'malformed' }
  const state = parsed.direction?.toLowerCase().startsWith('in') ? undefined : STATES[status]
  const receipt = { provider_id: parsed.requestid, message_id: ownId(parsed.crqid) }
  return { accepted: true, receipts: state ? [{ ...receipt, state }] : [] }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
