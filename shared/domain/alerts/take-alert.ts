import { sql } from 'kysely'
import type { SignedInCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { enqueue } from '../outbox/enqueue.ts'

/**
 * Makes the actor the owner in the caller's transaction, which holds the alert and appends the event. A "verify by
 * phone" alert loses the mark, as it must ring when its owner loses it. Relatives who waited for this are notified.
 */
export async function takeAlert(
  tx: SignedInCtx & { db: Tx },
  alert: {
    id: number
    user_id: number | null
    verify_by_phone: boolean
    relatives_wait_for: string | null
    relatives_told_at: Date | null
  },
): Promise<void> {
  await tx.db
    .updateTable('alerts')
    .set({
      claimed_by: tx.actor.id,
      verify_by_phone: false,
      relatives_wait_for: null,
      claimed_at: sql`now()`,
      first_claimed_at: sql`coalesce(first_claimed_at, now())`,
      version: sql`version + 1`,
    })
    .where('id', '=', alert.id)
    .execute()
  await writeAudit(tx, { action: 'alert.claimed', subject: 'alert', subject_id: alert.id })
  const waited = alert.verify_by_phone || alert.relatives_wait_for !== null
  if (waited && alert.user_id !== null && !alert.relatives_told_at) {
    await enqueue(tx.db, 'tell-relatives', { alert_id: alert.id }, `tell-relatives-${alert.id}-claimed`)
  }
}
