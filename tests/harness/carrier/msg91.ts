import { randomBytes } from 'node:crypto'
import type { AcceptedMessage, Dialect, Posting, ReceiptOptions, Request } from './dialect.ts'

/** MSG91: flows for SMS, the bulk address for WhatsApp. Its receipts carry `secret`. */
export const msg91 = (secret: string): Dialect => ({
  read: (request) => readSms(request) ?? readWhatsApp(request),
  accepted: ({ channel, provider_id }) =>
    channel === 'whatsapp'
      ? [200, { status: 'success', hasError: false, request_id: provider_id }]
      : [200, { type: 'success', message: provider_id }],
  unauthorized: { code: '401', type: 'error', status: 'fail', hasError: true, message: 'Unauthorized' },
  bad_number: ({ channel, to }) =>
    channel === 'whatsapp'
      ? [400, { status: 'fail', hasError: true, errors: `Invalid number +91${to}` }]
      : [200, { type: 'error', code: '202', message: `The number +91${to} was rejected` }],
  error_body: ({ channel }) =>
    channel === 'whatsapp'
      ? { status: 'fail', hasError: true, errors: 'Something went wrong' }
      : { type: 'error', message: 'Something went wrong' },
  receipt: (message, status, options) =>
    (message.channel === 'whatsapp' ? whatsAppReceipt : smsReceipt)(message, status, options, secret),
})

function readSms({ method, url, headers, body }: Request): AcceptedMessage | null {
  if (method !== 'POST' || !/^\/api\/v5\/flow\/?$/.test(url.pathname) || !headers.authkey) return null
  const { template_id, recipients } = JSON.parse(body) as {
    template_id: string
    recipients: Record<string, string>[]
  }
  const { mobiles = '', CRQID, ...variables } = recipients[0] ?? {}
  if (!template_id || recipients.length !== 1 || !/^91\d{10}$/.test(mobiles)) return null
  return {
    provider: 'msg91',
    channel: 'sms',
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

function readWhatsApp({ method, url, headers, body }: Request): AcceptedMessage | null {
  if (method !== 'POST' || url.pathname !== '/api/v5/whatsapp/whatsapp-outbound-message/bulk/' || !headers.authkey)
    return null
  const { integrated_number, content_type, payload } = JSON.parse(body) as {
    integrated_number: string
    content_type: string
    payload: {
      template: {
        name: string
        namespace: string
        language: { code: string }
        to_and_components: {
          to: string[]
          components: Record<string, { type: string; value: string }>
          CRQID?: string
        }[]
      }
    }
  }
  const { name, namespace, language, to_and_components } = payload.template
  const { to = [], components = {}, CRQID } = to_and_components[0] ?? {}
  if (!integrated_number || content_type !== 'template' || !name || !namespace || !language.code) return null
  if (to_and_components.length !== 1 || to.length !== 1 || !/^91\d{10}$/.test(to[0]!)) return null
  return {
    provider: 'msg91',
    channel: 'whatsapp',
    provider_id: randomBytes(12).toString('hex'),
    to: to[0]!.slice(2),
    text: null,
    template_id: name,
    variables: Object.fromEntries(Object.entries(components).map(([key, { value }]) => [key, value])),
    message_id: CRQID ? Number(CRQID) : null,
    status_callback: null,
    at: new Date().toISOString(),
  }
}

function smsReceipt(message: AcceptedMessage, status: string, options: ReceiptOptions, secret: string): Posting {
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

function whatsAppReceipt(
  message: AcceptedMessage,
  status: string,
  { url = '', proof = 'right' }: ReceiptOptions,
  secret: string,
): Posting {
  const body = JSON.stringify({
    CRQID: String(message.message_id ?? ''),
    requestId: message.provider_id,
    mobile: `91${message.to}`,
    status,
    direction: 'outbound',
    failureReason: status === 'failed' ? 'Receiver is incapable of receiving this message' : '',
  })
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (proof !== 'missing') headers['x-webhook-secret'] = proof === 'right' ? secret : `${secret}x`
  return { url, init: { method: 'POST', headers, body } }
}
