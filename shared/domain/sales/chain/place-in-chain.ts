import { type ChainRole, CHAIN_ROLES } from '../../../contracts/chain.ts'
import { scopeOf } from '../../../contracts/permissions.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fieldError, DomainError } from '../../../platform/domain-error.ts'

interface Wanted {
  role?: ChainRole | undefined
  parent_id?: number | undefined
}

export interface Place {
  role: ChainRole
  /** Null at the top. */
  parent_id: number | null
}

const above = (role: ChainRole): ChainRole | undefined => CHAIN_ROLES[CHAIN_ROLES.indexOf(role) - 1]

/**
 * Where a new member goes. An admin makes super distributors, or names a lower level and its parent. Other callers make
 * the level below as their own child; any other request of theirs is FORBIDDEN.
 */
export function placeInChain(actor: Pick<Actor, 'id' | 'role'>, wanted: Wanted): Place {
  const below = CHAIN_ROLES.find((role) => (above(role) ?? 'admin') === actor.role)
  const role = wanted.role ?? below
  const scope = role ? scopeOf(`chain.register_${role}`, actor.role) : null
  const foreign = scope !== 'all' && wanted.parent_id !== undefined && wanted.parent_id !== actor.id
  if (!role || !scope || foreign) throw new DomainError('FORBIDDEN', 'You do not have permission to do this.')
  if (scope !== 'all') return { role, parent_id: actor.id }
  if (!above(role)) {
    if (wanted.parent_id !== undefined) throw fieldError('parent_id', TEXTS.parent_wrong)
    return { role, parent_id: null }
  }
  if (wanted.parent_id === undefined) throw fieldError('parent_id', TEXTS.parent_required)
  return { role, parent_id: wanted.parent_id }
}

/**
 * Locks the parent until the transaction ends, so that it is not removed meanwhile (`delete-chain-member.ts` waits or
 * has won). Throws when it is not an active member of the level above: UNAUTHORIZED when that is the actor, who was
 * removed a moment ago. A field error when an admin chose the parent.
 */
export async function holdParent(db: Tx, actor: Pick<Actor, 'id' | 'role'>, place: Place): Promise<void> {
  if (place.parent_id === null) return
  const parent = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', place.parent_id)
    .where('role', '=', above(place.role)!)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (parent) return
  if (place.parent_id === actor.id && actor.role === above(place.role))
    throw new DomainError('UNAUTHORIZED', TEXTS.session_expired)
  throw fieldError('parent_id', TEXTS.parent_wrong)
}
