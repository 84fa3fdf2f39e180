import type { AlertCard } from '../../contracts/alerts.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import { findAlertCard } from './alert-cards.ts'
import { appendEvent } from './append-event.ts'
import { lockClaim, ownedByColleague } from './lock-claim.ts'
import { takeAlert } from './take-alert.ts'

/**
 * Claims an open alert: exactly one person has it. A colleague's is rejected with 409, name and time, unless `take_over`
 * is set. The owner's second claim changes nothing. Relatives who waited for a claim are notified from now on. 404 for an unknown alert.
 */
export async function claimAlert({ ctx, input }: VerbArgs<{ id: number; take_over: boolean }>): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockClaim(tx.db, input.id)
    const takeOver = before.claimed_by !== null && before.claimed_by !== ctx.actor.id
    if (takeOver && !input.take_over) throw ownedByColleague(before)
    if (before.claimed_by !== ctx.actor.id) {
      await takeAlert(tx, before)
      const detail = {
        ...(takeOver ? { from: before.owner_name } : {}),
        ...(before.verify_by_phone ? { marked: true } : {}),
      }
      await appendEvent(tx.db, {
        alert_id: input.id,
        kind: takeOver ? 'taken_over' : 'claimed',
        actor_id: ctx.actor.id,
        detail,
      })
    }
  })
  return (await findAlertCard(ctx.db, input.id))!
}
