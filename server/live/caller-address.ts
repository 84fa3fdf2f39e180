import type { IncomingMessage } from 'node:http'
import { networkOf } from '@tvarit/shared/platform/network-of'

/**
 * The network a handshake comes from, as Express finds it for requests: past as many proxies as are trusted, and no
 * further, whatever X-Forwarded-For says.
 */
export function callerNetwork(request: IncomingMessage, trusted_proxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const way = [request.socket.remoteAddress ?? 'unknown', ...forwarded.toReversed()]
  return networkOf(way[Math.min(trusted_proxies, way.length - 1)]!)
}
