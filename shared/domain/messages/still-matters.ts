import { isActive } from '../../contracts/dispatch.ts'
import type { Db } from '../../platform/database.ts'
import type { ClaimedMessage } from './claim-message.ts'

/**
 * "There is an emergency" is not sent once the alert is closed, nor anything about an ambulance that was called back or is
 * done; everything else stays true.
 */
export async function stillMatters(db: Db, message: ClaimedMessage): Promise<boolean> {
  if (message.dispatch_id !== null) {
    const dispatch = await db
      .selectFrom('dispatches')
      .select('state')
      .where('id', '=', message.dispatch_id)
      .executeTakeFirst()
    return dispatch !== undefined && isActive(dispatch.state)
  }
  if (message.template !== 'relative_alert' || message.alert_id === null) return true
  // A relative who may have been told hears the rest of the story in the closing message; the first is still owed.
  if (message.attempts > 1) return true
  const alert = await db.selectFrom('alerts').select('status').where('id', '=', message.alert_id).executeTakeFirst()
  return alert?.status === 'PENDING'
}
