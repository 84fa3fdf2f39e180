export type DeliveryErrorKind = 'transient' | 'permanent' | 'rate_limited'

/**
 * What a permanent error is about. No provider can help a wrong number or a channel that is not in use; another one can
 * help a template that is not registered here, or an account that is locked.
 */
export type DeliveryErrorBlame = 'recipient' | 'template' | 'provider' | 'channel'

/** One provider that did not take the message. */
export interface FailedAttempt {
  provider: string
  error_kind: DeliveryErrorKind
  /** The provider may have accepted it although we got no proof. */
  uncertain: boolean
}

interface DeliveryErrorOptions {
  blame?: DeliveryErrorBlame
  uncertain?: boolean
  retry_after_seconds?: number | undefined
  tried?: FailedAttempt[]
}

/**
 * A message or mail that was not (provably) taken. `message` is always our own words plus the provider's code, safe to log and
 * to store: what providers write quotes phone numbers.
 */
export class DeliveryError extends Error {
  readonly kind: DeliveryErrorKind
  readonly blame: DeliveryErrorBlame
  readonly uncertain: boolean
  readonly retry_after_seconds: number | undefined
  readonly tried: FailedAttempt[]

  constructor(kind: DeliveryErrorKind, message: string, options: DeliveryErrorOptions = {}) {
    super(message)
    this.kind = kind
    this.blame = options.blame ?? 'provider'
    this.uncertain = options.uncertain ?? false
    this.retry_after_seconds = options.retry_after_seconds
    this.tried = options.tried ?? []
  }
}
