import { withTimeout } from '../process/with-timeout.ts'
import { type BreakerSettings, type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import type { PhoneChannel } from '../../contracts/messages.ts'
import type { Outgoing, Provider, ProviderName } from './provider.ts'
import { type FailedAttempt, DeliveryError, type DeliveryErrorKind } from '../delivery-error.ts'

/** The part of the process log that is used here. */
export interface CarrierLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface SenderOptions {
  channel: PhoneChannel
  /** In the order in which they are tried. */
  providers: Provider[]
  log: CarrierLog
  /** Longest wait for one provider, milliseconds. */
  timeout_ms?: number
  breaker?: Partial<BreakerSettings>
  /** For the metrics: every call to a provider with its duration. */
  on_result?: (result: { provider: string; template: string; outcome: SendOutcome; ms: number }) => void
  /** Whether what a provider found is another message of ours: it is searched by number and time. */
  belongs_to_other?: (found: { provider: ProviderName; provider_id: string }, message: Outgoing) => Promise<boolean>
  /** Milliseconds, steady. */
  now?: () => number
}

/** `uncertain`: it failed, and the provider may have taken it all the same. */
export type SendOutcome = 'sent' | 'uncertain' | DeliveryErrorKind

export interface Sent {
  provider: ProviderName
  provider_id: string
  /** Providers that failed before. An uncertain one may have sent the message, too. */
  tried: FailedAttempt[]
}

export interface Sender {
  send: (message: Outgoing) => Promise<Sent>
  findSent: (message: Outgoing) => Promise<{ provider: ProviderName; provider_id: string } | null>
  /** Whether each provider is left alone at the moment because it failed too often. */
  breakers: () => { provider: string; open: boolean }[]
}

interface Lane {
  provider: Provider
  breaker: CircuitBreaker
}

/**
 * Sends through the first provider that takes the message, or places the call.
 *
 * `send` lasts at most `timeout_ms` per provider. Throws DeliveryError: `permanent` when no retry can help, with
 * `blame: recipient` when the number itself was rejected; otherwise retry, not before `retry_after_seconds`.
 * `uncertain` means that a provider may have it: ask `findSent` before sending again.
 *
 * `findSent` throws DeliveryError when a provider could not be asked and no other has the message.
 */
export function createSender(options: SenderOptions): Sender {
  const { channel, providers, log, timeout_ms = 3000, on_result, now = () => performance.now() } = options
  const { belongs_to_other = () => Promise.resolve(false) } = options
  const label = ({ name }: Provider) => (channel === 'sms' ? name : `${name} ${channel}`)
  const settings = { failures: 5, open_ms: 30_000, ...options.breaker }
  const lanes: Lane[] = providers.map((provider) => ({ provider, breaker: createCircuitBreaker(settings, now) }))

  async function send(message: Outgoing): Promise<Sent> {
    if (lanes.length === 0) throw new DeliveryError('permanent', `${channel} is not in use`, { blame: 'channel' })
    if (!/^\d{10}$/.test(message.to)) {
      throw new DeliveryError('permanent', 'Number is not 10 digits', { blame: 'recipient' })
    }
    const failures: { lane: Lane; error: DeliveryError }[] = []
    const tried = () => failures.map(({ lane, error }) => failedAttempt(lane, error))
    const attempt = async (lane: Lane): Promise<Sent | null> => {
      const outcome = await callLane(lane, message)
      if (!(outcome instanceof DeliveryError)) return { provider: lane.provider.name, ...outcome, tried: tried() }
      failures.push({ lane, error: outcome })
      if (outcome.blame === 'recipient')
        throw summary(
          failures.map(({ error }) => error),
          tried(),
        )
      return null
    }
    for (const lane of lanes) {
      const sent = lane.breaker.enter() ? await attempt(lane) : null
      if (sent) return sent
    }
    if (failures.length === 0) {
      // Every breaker is open. An emergency is still worth one call, to the provider that has rested longest.
      const soonest = lanes.toSorted((a, b) => a.breaker.restsUntil() - b.breaker.restsUntil())[0]!
      const sent = await attempt(soonest)
      if (sent) return sent
    }
    throw summary(
      failures.map(({ error }) => error),
      tried(),
    )
  }

  function report(provider: Provider, { template }: Outgoing, outcome: SendOutcome, ms: number): void {
    on_result?.({ provider: label(provider), template, outcome, ms })
  }

  async function callLane(
    { provider, breaker }: Lane,
    message: Outgoing,
  ): Promise<{ provider_id: string } | DeliveryError> {
    const started = now()
    const deadline = started + timeout_ms
    try {
      const sent = await withTimeout(timeout_ms, (signal) => provider.send(message, signal), noAnswer)
      breaker.succeeded()
      report(provider, message, 'sent', now() - started)
      return sent
    } catch (thrown) {
      const error = asDeliveryError(thrown)
      const ms = Math.round(now() - started)
      log.warn(
        {
          provider: label(provider),
          message_id: message.message_id,
          kind: error.kind,
          uncertain: error.uncertain,
          ms,
          reason: error.message,
        },
        'a provider did not take a message',
      )
      report(provider, message, error.uncertain ? 'uncertain' : error.kind, ms)
      // A provider that blames the number works; a template missing there says nothing about its health.
      if (error.blame === 'recipient') breaker.succeeded()
      else if (error.blame === 'template') breaker.learnedNothing()
      else breaker.failed((error.retry_after_seconds ?? 0) * 1000)
      return (await rescued(provider, message, error, deadline - now())) ?? error
    }
  }

  /** A dropped connection leaves time to ask whether the message arrived, so that a relative is not alarmed twice. */
  async function rescued(provider: Provider, message: Outgoing, error: DeliveryError, left_ms: number) {
    if (!error.uncertain || left_ms <= 0) return null
    const found = await withTimeout(left_ms, (signal) => ask(provider, message, signal)).catch(() => null)
    if (found) log.info({ provider: label(provider), message_id: message.message_id }, 'it had been taken after all')
    return found
  }

  async function ask(
    provider: Provider,
    message: Outgoing,
    signal: AbortSignal,
  ): Promise<{ provider_id: string } | null> {
    for (const provider_id of (await provider.findSent?.(message, signal)) ?? []) {
      if (!(await belongs_to_other({ provider: provider.name, provider_id }, message))) return { provider_id }
    }
    return null
  }

  async function findSent(message: Outgoing) {
    let unknown: DeliveryError | null = null
    for (const { provider } of lanes) {
      try {
        const found = await withTimeout(timeout_ms, (signal) => ask(provider, message, signal), noAnswer)
        if (found) return { provider: provider.name, provider_id: found.provider_id }
      } catch (thrown) {
        unknown = asDeliveryError(thrown)
      }
    }
    if (unknown)
      throw new DeliveryError('transient', `Cannot tell whether it was sent: ${unknown.message}`, { uncertain: true })
    return null
  }

  const breakers = () =>
    lanes.map(({ provider, breaker }) => ({ provider: label(provider), open: breaker.restsUntil() > now() }))

  return { send, findSent, breakers }
}

const noAnswer = () => new DeliveryError('transient', 'No answer in time', { uncertain: true })

/** A fault of ours or of the store behind a provider. Its text may hold a number or a message, so only the name stays. */
function asDeliveryError(thrown: unknown): DeliveryError {
  if (thrown instanceof DeliveryError) return thrown
  return new DeliveryError('transient', `Fault: ${thrown instanceof Error ? thrown.name : 'unknown'}`, {
    uncertain: true,
  })
}

const failedAttempt = ({ provider }: Lane, { kind, uncertain }: DeliveryError): FailedAttempt => ({
  provider: provider.name,
  error_kind: kind,
  uncertain,
})

/** One error for all attempts: the most hopeful one. */
function summary(errors: DeliveryError[], tried: FailedAttempt[]): DeliveryError {
  const last = errors.at(-1)!
  const hopeful = errors.filter((error) => error.kind !== 'permanent')
  const waits = hopeful.map((error) => error.retry_after_seconds)
  const uncertain = errors.some((error) => error.uncertain)
  const reasons = errors.map((error) => error.message).join('; ')
  if (last.blame === 'recipient' || hopeful.length === 0) {
    return new DeliveryError('permanent', reasons, { blame: last.blame, uncertain, tried })
  }
  const kind = hopeful.every((error) => error.kind === 'rate_limited') ? 'rate_limited' : 'transient'
  const known = waits.filter((wait) => wait !== undefined)
  // Wait only if all of those that may work later asked for it.
  const retry_after_seconds = known.length === waits.length ? Math.min(...known) : undefined
  return new DeliveryError(kind, reasons, { uncertain, tried, retry_after_seconds })
}
