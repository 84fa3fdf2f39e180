import { BlockList, isIPv6 } from 'node:net'

/** Bits of an address that name a network. */
interface Prefix {
  ipv4?: number
  ipv6?: number
}

/**
 * The unit that limits per address count: an IPv4 address itself, of an IPv6 address the first 64 bits, because each
 * IPv6 customer has 2^64 addresses to hop between. `prefix` names larger units: multiples of 8 for IPv4, of 4 for IPv6.
 */
export function networkOf(ip: string, { ipv4 = 32, ipv6 = 64 }: Prefix = {}): string {
  const address = ip.split('%')[0]!.toLowerCase()
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address)?.[1]
  if (mapped || !isIPv6(address)) {
    const whole = mapped ?? address
    return ipv4 === 32
      ? whole
      : `${whole
          .split('.')
          .slice(0, ipv4 / 8)
          .join('.')}.0/${ipv4}`
  }
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  const digits = groups
    .map((group) => group.padStart(4, '0'))
    .join('')
    .slice(0, ipv6 / 4)
    .padEnd(Math.ceil(ipv6 / 16) * 4, '0')
  return `${digits
    .match(/.{4}/g)!
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${ipv6}`
}

/** The same for a caller; callers without an address share one. */
export const networkOfCaller = (ip: string | null, prefix?: Prefix): string => (ip ? networkOf(ip, prefix) : 'unknown')

const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, bits)
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

/** Whether an address is no caller's: of this machine, or of a proxy or console in the same local network. */
export function isPrivateAddress(ip: string): boolean {
  const address = ip.split('%')[0]!
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
