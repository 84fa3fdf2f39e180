/** Providers a message can go through, as in the setting SMS_PROVIDERS. */
export type SmsProviderName = 'console' | 'msg91' | 'twilio'

/** One rendered message to one number. */
export interface OutgoingSms {
  /** Our own row; travels with the message where the provider allows, and comes back in receipts. */
  message_id: number
  /** 10 digits, India. */
  to: string
  text: string
  template: string
  /** The id the text is registered under; null: the provider looks it up by `template` in its settings. */
  dlt_template_id: string | null
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
   * Our row if the provider gave it back: finds a message whose answer, and so its provider_id, was lost. A `failed`
   * counts only where provider_id matches, since another attempt may have gone out since.
   */
  message_id: number | null
  state: 'sent' | 'delivered' | 'failed'
}

/** `forged` answers 403, `malformed` 400. Accepted without receipts: a status we do not care for. */
export type ReceiptResult =
  | { accepted: true; receipts: Receipt[] }
  | { accepted: false; reason: 'forged' | 'malformed' }

export interface SmsProvider {
  readonly name: SmsProviderName
  /** Hands one message over. Throws DeliveryError; must end when `signal` aborts. */
  send(message: OutgoingSms, signal: AbortSignal): Promise<{ provider_id: string }>
  /** Looks whether an earlier attempt was accepted after all. Throws DeliveryError when it cannot tell. */
  findSent?(message: OutgoingSms, signal: AbortSignal): Promise<{ provider_id: string } | null>
  /** Proves and reads a delivery receipt; never throws. */
  parseReceipt?(request: ReceiptRequest): ReceiptResult
}
