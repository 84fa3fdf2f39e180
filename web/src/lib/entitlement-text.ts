import { indianDate } from '@tvarit/shared/contracts/indian-time'
import type { Entitlement } from '@tvarit/shared/contracts/plans'

/** `1 ride up to 10 km, not used, valid to 14 Nov 2027`: what the plan pays for, in words. */
export function entitlementText({ km, ride_used_at, valid_to, expired }: Entitlement): string {
  const used = ride_used_at ? `used on ${indianDate(ride_used_at)}` : 'not used'
  return `1 ride up to ${km} km, ${used}, ${expired ? 'ended on' : 'valid to'} ${indianDate(valid_to)}`
}
