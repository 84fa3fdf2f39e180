import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'

/**
 * Removes the owner in the caller's transaction, which holds the alert and appends `released`. The alert escalates
 * again from now; an ambulance that is out stays out.
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
