import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/**
 * Removes the owner, and the end of an attended alert, in the caller's transaction, which holds the alert and appends
 * `released`. It rings and escalates again from now; an ambulance that is out stays out. Relatives whose first message
 * the closing cancelled get it now.
 */
export async function backToWaiting(db: Tx, id: number): Promise<void> {
  await sql`update messages m set state = 'pending', created_at = now(), next_attempt_at = now(), last_error = null
    from alerts a where a.id = ${id} and a.status = 'ATTENDED' and m.alert_id = a.id and m.template = 'relative_alert'
      and m.state = 'cancelled' and m.sent_at is null and not m.uncertain and m.expires_at > now()`.execute(db)
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
