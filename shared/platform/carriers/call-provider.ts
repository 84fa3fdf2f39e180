import { DeliveryError } from '../delivery-error.ts'

const REPLY_BYTES_MAX = 1024 * 1024
const RETRY_AFTER_SECONDS_MAX = 3600

// Failures before a byte of the request left us: the provider cannot have the message.
const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/**
 * One HTTP call to a provider. Returns 2xx and 4xx replies with their JSON (null if it is none) for the provider to
 * judge. Throws DeliveryError for what means the same everywhere: network, timeout, 429, 5xx, redirects.
 */
export async function callProvider(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<{ ok: boolean; status: number; json: unknown }> {
  try {
    // A redirect would carry credentials and phone numbers to a host that is not configured.
    const response = await fetch(url, { ...init, signal, redirect: 'manual' })
    const body = await readLimited(response)
    rejectUnusable(response)
    return { ok: response.ok, status: response.status, json: parseJson(body) }
  } catch (error) {
    if (error instanceof DeliveryError) throw error
    if (signal.aborted) throw new DeliveryError('transient', 'No answer in time', { uncertain: true })
    const code = networkCode(error)
    throw new DeliveryError('transient', `Network: ${code}`, { uncertain: !NEVER_LEFT.has(code) })
  }
}

function rejectUnusable(response: Response): void {
  const { status } = response
  const retry_after_seconds = retryAfter(response.headers.get('retry-after'))
  if (status === 429) throw new DeliveryError('rate_limited', 'HTTP 429', { retry_after_seconds })
  if (status >= 500 || status === 408) {
    // Only 501 and 503 say that nothing was done.
    const uncertain = status !== 501 && status !== 503
    throw new DeliveryError('transient', `HTTP ${status}`, { uncertain, retry_after_seconds })
  }
  if (status >= 300 && status < 400) throw new DeliveryError('permanent', `HTTP ${status}: redirects are not followed`)
}

/** Seconds from a Retry-After header (a number or a date), at most an hour; undefined when absent or unreadable. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (!header?.trim()) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX) : undefined
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > REPLY_BYTES_MAX) throw new DeliveryError('transient', 'Reply too large', { uncertain: true })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function networkCode(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'failed'
}
