import { TEXTS } from '../../../contracts/texts.ts'
import type { Tx } from '../../../platform/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { active } from '../alerts/active-dispatch.ts'

/**
 * Locks an ambulance that is not retired. FOR UPDATE, because a dispatch that is being written holds the row by its
 * foreign key: a weaker lock would not wait for it, and `refuseOnDispatch` would not see it. NOT_FOUND when it is
 * unknown or retired.
 */
export async function lockAmbulance(db: Tx, id: number) {
  const row = await db
    .selectFrom('ambulances')
    .selectAll()
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.ambulance_not_found)
  return row
}

/** Refuses (CONFLICT) while the locked ambulance has an open dispatch. */
export async function refuseOnDispatch(db: Tx, ambulance_id: number): Promise<void> {
  const open = await db
    .selectFrom('dispatches as d')
    .select('d.id')
    .where('d.ambulance_id', '=', ambulance_id)
    .where(active)
    .executeTakeFirst()
  if (open) throw new DomainError('CONFLICT', TEXTS.ambulance_on_dispatch)
}
