import { isIPv6 } from 'node:net'

/**
 * The unit that limits per address count: an IPv4 address itself, of an IPv6 address the first 64 bits, because each
 * IPv6 customer has 2^64 addresses to hop between.
 */
export function networkOf(ip: string): string {
  const address = ip.split('%')[0]!.toLowerCase()
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address)
  if (mapped) return mapped[1]!
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The same for a caller; callers without an address share one. */
export const networkOfCaller = (ip: string | null): string => (ip ? networkOf(ip) : 'unknown')
