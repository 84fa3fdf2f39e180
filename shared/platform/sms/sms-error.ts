import type { SmsProviderName } from './provider.ts'

export type SmsErrorKind = 'transient' | 'permanent' | 'rate_limited'

/**
 * What a permanent error is about. No provider can help a wrong number; another one can help a template that is not
 * registered here, or an account that is locked.
 */
export type SmsErrorBlame = 'recipient' | 'template' | 'provider'

/** One provider that did not take the message. */
export interface FailedAttempt {
  provider: SmsProviderName
  error_kind: SmsErrorKind
  /** The provider may have accepted it although we got no proof. */
  uncertain: boolean
}

interface SmsErrorOptions {
  blame?: SmsErrorBlame
  uncertain?: boolean
  retry_after_seconds?: number | undefined
  tried?: FailedAttempt[]
}

/**
 * A message that was not (provably) taken. `message` is always our own words plus the provider's code, safe to log and
 * to store: what providers write quotes phone numbers.
 */
export class SmsError extends Error {
  readonly kind: SmsErrorKind
  readonly blame: SmsErrorBlame
  readonly uncertain: boolean
  readonly retry_after_seconds: number | undefined
  readonly tried: FailedAttempt[]

  constructor(kind: SmsErrorKind, message: string, options: SmsErrorOptions = {}) {
    super(message)
    this.kind = kind
    this.blame = options.blame ?? 'provider'
    this.uncertain = options.uncertain ?? false
    this.retry_after_seconds = options.retry_after_seconds
    this.tried = options.tried ?? []
  }
}
