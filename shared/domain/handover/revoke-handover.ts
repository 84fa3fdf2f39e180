import type { HandoverView } from '../../contracts/handover.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { endHandovers } from './end-handovers.ts'
import { findHandoverView } from './read-handovers.ts'

/** Ends a hospital's link at once. 404 when there is none, 409 when it has ended already. */
export async function revokeHandover({ ctx, input }: VerbArgs<{ id: number }>): Promise<HandoverView> {
  await inTransaction(ctx, async (tx) => {
    const handover = await tx.db
      .selectFrom('handovers')
      .select(['id', 'alert_id'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!handover) throw new DomainError('NOT_FOUND', 'This handover does not exist.')
    const { id, alert_id } = handover
    // First the alert: a hospital that opens the data now comes before or after this, never in between.
    await touchAlert(tx.db, alert_id, tx.actor.id)
    const [hospital] = await endHandovers(tx.db, alert_id, id)
    if (hospital === undefined) throw new DomainError('CONFLICT', 'This link is dead already.')
    await writeAudit(tx, {
      action: 'handover.revoked',
      subject: 'alert',
      subject_id: alert_id,
      detail: { handover_id: id, hospital },
    })
    await appendEvent(tx.db, { alert_id, kind: 'handover', actor_id: tx.actor.id, detail: { hospital, revoked: true } })
  })
  return findHandoverView(ctx.db, input.id)
}
