import { sql } from 'kysely'
import type { AlertCard } from '../../contracts/alerts.ts'
import { indianTime } from '../../contracts/indian-time.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type SignedInCtx, type VerbArgs } from '../../platform/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { recallAmbulance } from '../dispatch/recall-ambulance.ts'
import { endHandovers } from '../handover/end-handovers.ts'
import { notifyRelativesOfClosing } from './notify-relatives-of-closing.ts'
import { findAlertCard } from '../alerts/alert-cards.ts'
import { appendEvent } from '../alerts/append-event.ts'

/**
 * Closes a pending alert as ATTENDED or REJECTED with its description. The first wins; the second is rejected with 409
 * and the name and time of the first. Notified relatives get the closing message in the same transaction. A rejected
 * alert calls its ambulance back and revokes the links of hospitals; an attended one lets both go on. 404 for an
 * unknown alert.
 */
export async function updateAlert({
  ctx,
  input,
}: VerbArgs<{ id: number; status: 'ATTENDED' | 'REJECTED'; description: string }>): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const closed = await tx.db
      .updateTable('alerts')
      .set({
        status: input.status,
        description: input.description,
        attending_staff_id: ctx.actor.id,
        claimed_by: sql`coalesce(claimed_by, ${ctx.actor.id})`,
        claimed_at: sql`coalesce(claimed_at, now())`,
        first_claimed_at: sql`coalesce(first_claimed_at, now())`,
        closed_at: sql`now()`,
        version: sql`version + 1`,
      })
      .where('id', '=', input.id)
      .where('status', '=', 'PENDING')
      .returning('id')
      .executeTakeFirst()
    if (!closed) throw await alreadyClosed(tx, input.id)
    const action = input.status === 'ATTENDED' ? 'alert.attended' : 'alert.rejected'
    await writeAudit(tx, { action, subject: 'alert', subject_id: input.id })
    // An attended alert may still have its ambulance on the way; a false one needs none.
    const rejected = input.status === 'REJECTED'
    const called_back = rejected && (await recallAmbulance(tx, input.id, { cancel_reason: 'The alert was rejected.' }))
    const revoked = rejected ? (await endHandovers(tx.db, input.id)).join(', ') : ''
    await notifyRelativesOfClosing({ ctx: tx, input: { alert_id: input.id } })
    await appendEvent(tx.db, {
      alert_id: input.id,
      kind: input.status === 'ATTENDED' ? 'attended' : 'rejected',
      actor_id: ctx.actor.id,
      detail: {
        description: input.description,
        ...(called_back ? { called_back } : {}),
        ...(revoked ? { revoked } : {}),
      },
    })
  })
  return (await findAlertCard(ctx.db, input.id))!
}

async function alreadyClosed(ctx: SignedInCtx, id: number): Promise<DomainError> {
  const alert = await findAlertCard(ctx.db, id)
  if (!alert) return new DomainError('NOT_FOUND', TEXTS.alert_not_found)
  const who = alert.attending_staff?.name ?? 'An operator'
  const when = alert.closed_at ? ` at ${indianTime(new Date(alert.closed_at))}` : ''
  return new DomainError(
    'CONFLICT',
    `${who} has already ${alert.status === 'ATTENDED' ? 'attended' : 'rejected'} this alert${when}.`,
  )
}
