import { sql } from 'kysely'
import { isLockTimeout, type Tx } from '../../platform/database/database.ts'

const ALERT_WAIT = '1s'

/**
 * Locks an alert for one more report, waiting at most a second for the transaction that holds it. Returns `busy` when
 * the lock was not had in time, `closed` when the alert is not pending any more. After either the transaction can go
 * on.
 */
export async function lockPendingAlert(db: Tx, id: number): Promise<'locked' | 'busy' | 'closed'> {
  await sql`savepoint pending_alert`.execute(db)
  try {
    const { rows } = await sql<{ found: boolean }>`
      with patience as materialized (select set_config('lock_timeout', ${ALERT_WAIT}, true)),
      locked as materialized (
        select from patience, alerts a where a.id = ${id} and a.status = 'PENDING' for no key update of a)
      select count(*) > 0 as found, set_config('lock_timeout', '0', true) from locked`.execute(db)
    return rows[0]!.found ? 'locked' : 'closed'
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await sql`rollback to savepoint pending_alert`.execute(db)
    return 'busy'
  }
}
