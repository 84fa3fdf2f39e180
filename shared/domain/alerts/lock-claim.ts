import { indianTime } from '../../contracts/indian-time.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { lockAlert } from './lock-alert.ts'

/**
 * Locks a pending alert and reads who owns it. 404 for an unknown alert, 409 for a closed one. The name is read after the
 * lock: a join would keep the owner of before the wait.
 */
export async function lockClaim(db: Tx, id: number) {
  const alert = await lockAlert(db, id)
  if (alert.status !== 'PENDING') throw new DomainError('CONFLICT', `This alert is already closed (${alert.status}).`)
  const owner =
    alert.claimed_by === null
      ? undefined
      : await db.selectFrom('users').select('first_name').where('id', '=', alert.claimed_by).executeTakeFirst()
  return { ...alert, owner_name: owner?.first_name ?? null }
}

/** The answer to someone who wants an alert that a colleague owns. */
export const ownedByColleague = ({
  owner_name,
  claimed_at,
}: {
  owner_name: string | null
  claimed_at: Date | null
}): DomainError => new DomainError('CONFLICT', `${owner_name} has had this alert since ${indianTime(claimed_at!)}.`)
