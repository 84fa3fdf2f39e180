import type { Ctx } from '../../platform/context.ts'
import { isPrivateAddress, networkOf } from '../../platform/network-of.ts'
import { hmac } from '../../platform/secrets.ts'

/**
 * The hash of the network a report comes from: an IPv4 address, or 48 bits of an IPv6 one, as a customer may hop between
 * as many. Null for a private address, which is a proxy's: a wrong TRUST_PROXY must not make all reports one source's.
 */
export const reportNetwork = ({ ip, config }: Pick<Ctx, 'ip' | 'config'>): Buffer | null =>
  ip && !isPrivateAddress(ip) ? hmac(config, 'report-ip', networkOf(ip, { ipv6: 48 })) : null
