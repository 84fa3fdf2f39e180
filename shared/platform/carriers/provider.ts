import { templateKey } from '../../contracts/message-templates.ts'
import type { MessageState, PhoneChannel } from '../../contracts/messages.ts'
import type { Language } from '../../contracts/scan.ts'

/** Providers a message or call can go through, as in SMS_PROVIDERS, WHATSAPP_PROVIDERS and VOICE_PROVIDERS. */
export type ProviderName = 'console' | 'exotel' | 'msg91' | 'twilio'

/** One rendered message or call to one number. */
export interface Outgoing {
  /** Our own row; travels with the message where the provider allows, and comes back in receipts. */
  message_id: number
  /** 10 digits, India. */
  to: string
  /** What is read or spoken. */
  text: string
  /** Of the text. */
  language: Language
  template: string
  /** `VAR1`, `VAR2`, ... as `renderTemplate` makes them. */
  variables: Record<string, string>
  /** When the first attempt of this row began: nothing older can be this message. */
  first_attempt_at: Date
}

/** What a provider's web hook sent us: nothing parsed, because signatures cover the raw bytes. */
export interface ReceiptRequest {
  /** Path and query as they came in, `/api/receipts/twilio/?message_id=7`. */
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface Receipt {
  provider_id: string
  /**
   * Our row if the provider gave it back: finds a message whose answer, and so its provider_id, was lost. Once another
   * attempt was taken, only what tells the person counts; a `failed` only where provider_id matches.
   */
  message_id: number | null
  state: Exclude<MessageState, 'pending' | 'sending' | 'cancelled'>
}

/** What is said during a call. */
export interface SpokenWords {
  text: string
  /** The answer to key 1. */
  thanks: string
  language: Language
}

/** A provider asks during a call what to say next, and wants it in its own form. */
export interface CallQuestion {
  message_id: number
  answer(words: SpokenWords): { status: number; type: string; body: string }
}

/** `forged` answers 403, `malformed` 400. Accepted without receipts: a status we do not care for. */
export type ReceiptResult =
  | { accepted: true; receipts: Receipt[]; question?: CallQuestion }
  | { accepted: false; reason: 'forged' | 'malformed' }

/** One provider for one channel. */
export interface Provider {
  readonly name: ProviderName
  /** Hands one message over, or places one call. Throws DeliveryError; must end when `signal` aborts. */
  send(message: Outgoing, signal: AbortSignal): Promise<{ provider_id: string }>
  /**
   * Asks whether an earlier attempt was accepted after all: the ids of what may be it, best first. Throws DeliveryError
   * when the provider cannot say.
   */
  findSent?(message: Outgoing, signal: AbortSignal): Promise<string[]>
  /** Takes back a call that has not been answered. Throws DeliveryError. */
  cancel?(provider_id: string, signal: AbortSignal): Promise<void>
  /** Whether a request's headers bring a proof: else its body is not read. Missing where the proof is elsewhere. */
  mayProve?(request: Pick<ReceiptRequest, 'headers'>): boolean
  /** Proves and reads what the provider reports or asks; never throws. */
  parseReceipt?(request: ReceiptRequest): ReceiptResult
}

/** Where a provider reports; each channel has an address of its own, that of SMS is the provider's own. */
export const receiptPath = (provider: ProviderName, channel: PhoneChannel): string =>
  channel === 'sms' ? `/api/receipts/${provider}/` : `/api/receipts/${provider}/${channel}/`

/** The id under which a provider knows the text of a message. */
export const templateId = (
  ids: Record<string, string>,
  { template, language }: Pick<Outgoing, 'template' | 'language'>,
): string | undefined => ids[templateKey(template, language)]

/** Our id as it came back, if it did. */
export const ownId = (value: string | null | undefined): number | null =>
  value && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : null
