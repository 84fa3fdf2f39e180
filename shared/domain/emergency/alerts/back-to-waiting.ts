import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'

/**
 * Removes the owner, and the end of an attended alert, in the caller's transaction, which holds the alert and appends
 * `released`. It rings and escalates again from now; an ambulance that is out stays out.
 */
export async function backToWaiting(db: Tx, id: number): Promise<void> {
  await db
    .updateTable('alerts')
    .set({
      status: 'PENDING',
      description: null,
      attending_staff_id: null,
      closed_at: null,
      verify_by_phone: false,
      claimed_by: null,
      claimed_at: null,
      waiting_since: sql`now()`,
      escalation_level: 0,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}
