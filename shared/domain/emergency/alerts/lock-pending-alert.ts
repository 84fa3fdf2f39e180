import { sql } from 'kysely'
import { isLockTimeout, type Tx } from '../../../platform/database.ts'

const ALERT_WAIT = '1s'

/**
 * Locks an alert for one more report, and waits a second at most for whoever works on it. `busy`: not had in time;
 * `closed`: it is not pending any more. After either the transaction goes on as before.
 */
export async function lockPendingAlert(db: Tx, id: number): Promise<'locked' | 'busy' | 'closed'> {
  await sql`savepoint pending_alert`.execute(db)
  try {
    const { rows } = await sql`
      with patience as materialized (select set_config('lock_timeout', ${ALERT_WAIT}, true))
      select 1 from patience, alerts a where a.id = ${id} and a.status = 'PENDING' for no key update of a`.execute(db)
    await sql`select set_config('lock_timeout', ${'0'}, true)`.execute(db)
    return rows.length > 0 ? 'locked' : 'closed'
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await sql`rollback to savepoint pending_alert`.execute(db)
    return 'busy'
  }
}
