import { sql } from 'kysely'
import { isLockTimeout, type Tx } from '../../../platform/database.ts'

const ALERT_WAIT = '1s'

/**
 * Locks an alert for one more report, waiting at most a second for the transaction that holds it. Returns `busy` when
 * the lock was not had in time, `closed` when the alert is not pending any more. After either the transaction can go
 * on.
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
