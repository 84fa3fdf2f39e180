import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { networkOf } from '../../../platform/network-of.ts'

/**
 * Whether this user has logged in from the caller's network before (as long as sessions are kept). UnauthenticatedConnections elsewhere
 * cannot use up what is counted there. `user_id` 0 is no user, and takes the same time.
 */
export async function isKnownPlace({ db, ip }: Pick<Ctx, 'db' | 'ip'>, user_id: number): Promise<boolean> {
  if (!ip) return false
  const seen = await sql<{ ip: string }>`select distinct ip from sessions
    where user_id = ${user_id} and ip is not null`.execute(db)
  const network = networkOf(ip)
  return seen.rows.some((place) => networkOf(place.ip) === network)
}
