import { z } from 'zod'
import { equalSecrets, sha256 } from '../secrets.ts'
import { callProvider } from './call-provider.ts'
import { parseMsg91Reports } from './parse-msg91-reports.ts'
import { type Outgoing, type Provider, type ReceiptRequest, type ReceiptResult, templateId } from './provider.ts'
import { DeliveryError } from '../delivery-error.ts'

export interface Msg91Settings {
  auth_key: string
  webhook_secret: string
  /** Still accepted. */
  webhook_secret_before?: string | undefined
  /** Without a slash at the end. */
  base_url: string
  /** Template name, or name and language (`relative_alert.hi`), to the id of the registered text. */
  template_ids: Record<string, string>
}

/** The header their web hook must be set up to send; MSG91 signs nothing itself. */
const MSG91_SECRET_HEADER = 'x-webhook-secret'

const reply = z.object({
  type: z.string().optional(),
  message: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
})

// 101 and 202: no or not a mobile number. 20x, 30x: key, address, account or route of ours. Documented by MSG91.
const BAD_NUMBER = new Set(['101', '202'])
const BAD_ACCOUNT = new Set(['203', '207', '208', '209', '210', '302', '303', '400', '401', '403', '418', '505'])

/** MSG91, flow API version 5: it holds the registered text, we send the template id and the variables. */
export function createMsg91Provider(settings: Msg91Settings): Provider {
  return {
    name: 'msg91',
    async send(message, signal) {
      const template_id = templateId(settings.template_ids, message)
      if (!template_id) {
        throw new DeliveryError('permanent', `msg91: no template id for ${message.template}`, { blame: 'template' })
      }
      const answer = await callProvider(
        `${settings.base_url}/api/v5/flow/`,
        {
          method: 'POST',
          headers: { authkey: settings.auth_key, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ template_id, short_url: '0', recipients: [recipient(message)] }),
        },
        signal,
      )
      return { provider_id: requestId(answer) }
    },
    mayProve: (request) => provesSecret(request, settings.webhook_secret, settings.webhook_secret_before),
    parseReceipt(request) {
      return provesSecret(request, settings.webhook_secret, settings.webhook_secret_before)
        ? parseMsg91Reports(request)
        : ({ accepted: false, reason: 'forged' } satisfies ReceiptResult)
    },
  }
}

/** CRQID is MSG91's field for an id of ours; every version of their reports returns it. */
const recipient = (message: Outgoing) => ({
  mobiles: `91${message.to}`,
  ...message.variables,
  CRQID: String(message.message_id),
})

/** MSG91 answers many failures with status 200 and `{type: "error"}`: only a success with a request id counts. */
function requestId(answer: { ok: boolean; status: number; json: unknown }): string {
  const parsed = reply.safeParse(answer.json)
  if (answer.ok && parsed.data?.type === 'success' && parsed.data.message) return parsed.data.message
  if (answer.ok && !parsed.data?.type)
    throw new DeliveryError('transient', 'msg91: unreadable answer', { uncertain: true })
  const { code, message = '' } = parsed.data ?? {}
  const reason = String(code ?? (answer.ok ? /^\d{3}$/.exec(message)?.[0] : undefined) ?? answer.status)
  if (BAD_NUMBER.has(reason) || /invalid (mobile|number|recipient)/i.test(message)) {
    throw new DeliveryError('permanent', `msg91: number rejected (${reason})`, { blame: 'recipient' })
  }
  if (/template|flow/i.test(message)) {
    throw new DeliveryError('permanent', `msg91: template rejected (${reason})`, { blame: 'template' })
  }
  const ours = BAD_ACCOUNT.has(reason) || !answer.ok || /auth/i.test(message)
  throw new DeliveryError(ours ? 'permanent' : 'transient', `msg91: rejected (${reason})`)
}

/** Whether a web hook carries the secret it was set up with; MSG91 signs nothing itself. */
export function provesSecret(request: Pick<ReceiptRequest, 'headers'>, ...secrets: (string | undefined)[]): boolean {
  const given = request.headers[MSG91_SECRET_HEADER]
  // Hashes have one length, so that not even the length of the secret shows.
  return (
    typeof given === 'string' &&
    secrets.some((secret) => Boolean(secret) && equalSecrets(sha256(given), sha256(secret!)))
  )
}
