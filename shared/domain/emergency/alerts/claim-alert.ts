import type { AlertCard } from '../../../contracts/alerts.ts'
import { indianTime } from '../../../contracts/indian-time.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findAlertCard } from './alert-cards.ts'
import { appendEvent } from '../events/append-event.ts'
import { takeAlert } from './take-alert.ts'

/**
 * Claims an open alert: exactly one person has it. A colleague's is refused with 409, name and time, unless `take_over`
 * is set. The owner's second claim changes nothing. Relatives who waited for a claim are notified from now on. 404 for an unknown alert.
 */
export async function claimAlert({ ctx, input }: VerbArgs<{ id: number; take_over: boolean }>): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const before = await tx.db
      .selectFrom('alerts as a')
      .leftJoin('users as u', 'u.id', 'a.claimed_by')
      .select([
        'a.id',
        'a.status',
        'a.claimed_by',
        'a.claimed_at',
        'a.user_id',
        'a.verify_by_phone',
        'a.relatives_wait_for',
        'a.relatives_told_at',
        'u.first_name',
      ])
      .where('a.id', '=', input.id)
      // Not `for update`: a transaction that holds the counter and appends an event must still be able to refer to this
      // alert.
      .forNoKeyUpdate('a')
      .executeTakeFirst()
    if (!before) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
    if (before.status !== 'PENDING')
      throw new DomainError('CONFLICT', `This alert is already closed (${before.status}).`)
    const takeOver = before.claimed_by !== null && before.claimed_by !== ctx.actor.id
    if (takeOver && !input.take_over) {
      throw new DomainError(
        'CONFLICT',
        `${before.first_name} has had this alert since ${indianTime(before.claimed_at!)}.`,
      )
    }
    if (before.claimed_by !== ctx.actor.id) {
      await takeAlert(tx, before)
      const detail = {
        ...(takeOver ? { from: before.first_name } : {}),
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
