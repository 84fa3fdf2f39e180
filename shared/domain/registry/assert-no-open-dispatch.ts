import { TEXTS } from '../../contracts/texts.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { active } from '../alerts/active-dispatch.ts'

/** Throws CONFLICT while the locked ambulance has an open dispatch. */
export async function assertNoOpenDispatch(db: Tx, ambulance_id: number): Promise<void> {
  const open = await db
    .selectFrom('dispatches as d')
    .select('d.id')
    .where('d.ambulance_id', '=', ambulance_id)
    .where(active)
    .executeTakeFirst()
  if (open) throw new DomainError('CONFLICT', TEXTS.ambulance_on_dispatch)
}
