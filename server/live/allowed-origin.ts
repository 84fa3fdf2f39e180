import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '@tvarit/shared/platform/settings/config'

/**
 * Whether a handshake may come from this page: exactly our own origin; outside production also the host it was sent to,
 * so that a phone in the same network can be used. Without an Origin it is no browser: only the plain path, whose
 * caller proves itself by token, accepts that.
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, config: Config, plain: boolean): boolean {
  const { origin } = headers
  if (origin === undefined) return plain
  if (origin === new URL(config.PUBLIC_URL).origin) return true
  return config.NODE_ENV !== 'production' && URL.parse(origin)?.host === headers.host
}
