import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'

/**
 * In the caller's transaction, which holds the alert and appends `released`: nobody has claimed it any more, and it climbs
 * again from now. Everything that rings for a waiting alert rings; an ambulance that is out stays out.
 */
export async function backToWaiting(db: Tx, id: number): Promise<void> {
  await db
    .updateTable('alerts')
    .set({
      claimed_by: null,
      claimed_at: null,
      waiting_since: sql`now()`,
      escalation_level: 0,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}
