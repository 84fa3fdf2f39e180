import { createHmac } from 'node:crypto'
import { equalSecrets } from '../secrets.ts'
import type { Receipt, ReceiptRequest, ReceiptResult } from './provider.ts'

const STATES: Record<string, Receipt['state']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/**
 * Base64 HMAC-SHA1 of the full address and the sorted form fields, name and value without separators; a repeated field
 * contributes its distinct values in order. Twilio's published algorithm.
 */
export function twilioSignature(auth_token: string, url: string, params: URLSearchParams): string {
  const names = [...new Set(params.keys())].sort()
  const fields = names.flatMap((name) => [...new Set(params.getAll(name))].sort().map((value) => name + value))
  return createHmac('sha1', auth_token)
    .update(url + fields.join(''))
    .digest('base64')
}

/**
 * Reads a status callback after proving its signature. The address is built from PUBLIC_URL, never from the Host header,
 * which the sender chooses. A replay is possible (Twilio signs no time) and harmless: see applyReceipt.
 */
export function parseTwilioReceipt(
  request: ReceiptRequest,
  settings: { auth_token: string; public_url: string },
): ReceiptResult {
  const params = new URLSearchParams(request.body)
  const given = request.headers['x-twilio-signature']
  const proven = addresses(settings.public_url + request.path).some((url) => {
    const expected = twilioSignature(settings.auth_token, url, params)
    return typeof given === 'string' && equalSecrets(Buffer.from(given), Buffer.from(expected))
  })
  if (!proven) return { accepted: false, reason: 'forged' }
  const provider_id = params.get('MessageSid')
  const status = params.get('MessageStatus')
  if (!provider_id || !status) return { accepted: false, reason: 'malformed' }
  const state = STATES[status]
  const own = new URLSearchParams(request.path.split('?')[1] ?? '').get('message_id')
  const message_id = own && /^[1-9]\d{0,15}$/.test(own) ? Number(own) : null
  return { accepted: true, receipts: state ? [{ provider_id, message_id, state }] : [] }
}

/** Twilio signs the port in some cases and leaves it out in others, as its own libraries know. */
function addresses(url: string): string[] {
  const [, origin = '', host = '', port = '', rest = ''] =
    /^(https?:\/\/)([^/:]+|\[[^\]]+\])(:\d+)?(.*)$/.exec(url) ?? []
  const standard = origin === 'https://' ? ':443' : ':80'
  return [url, port ? origin + host + rest : origin + host + standard + rest]
}
