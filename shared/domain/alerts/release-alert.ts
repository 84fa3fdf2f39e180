import type { AlertCard } from '../../contracts/alerts.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { findAlertCard } from './alert-cards.ts'
import { appendEvent } from './append-event.ts'
import { backToWaiting } from './back-to-waiting.ts'
import { lockClaim, ownedByColleague } from './lock-claim.ts'

/**
 * Releases a claimed alert so that a colleague claims it: only its owner, or an admin; else 409. It escalates again
 * from now. Notified relatives get no correction, and an ambulance that was sent goes on. 404 for an unknown alert.
 */
export async function releaseAlert({ ctx, input }: VerbArgs<{ id: number }>): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const alert = await lockClaim(tx.db, input.id)
    if (alert.claimed_by === null) throw new DomainError('CONFLICT', TEXTS.alert_nobody_has)
    if (alert.claimed_by !== tx.actor.id && tx.actor.role !== 'admin') throw ownedByColleague(alert)
    await backToWaiting(tx.db, alert.id)
    await writeAudit(tx, { action: 'alert.released', subject: 'alert', subject_id: alert.id })
    const detail = alert.claimed_by === tx.actor.id ? {} : { from: alert.owner_name }
    await appendEvent(tx.db, { alert_id: alert.id, kind: 'released', actor_id: tx.actor.id, detail })
  })
  return (await findAlertCard(ctx.db, input.id))!
}
