import { sql } from 'kysely'
import type { DispatchView } from '../../contracts/dispatch.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { recallAmbulance } from './recall-ambulance.ts'
import { dispatchesOf, notOnItsWay } from './read-dispatches.ts'

/** Calls the ambulance of an alert back. 404 for an unknown alert, 409 when none (or not the one meant) is on its way. */
export async function cancelDispatch({
  ctx,
  input,
}: VerbArgs<{ id: number; dispatch_id?: number | undefined; reason: string }>): Promise<DispatchView> {
  await inTransaction(ctx, async (tx) => {
    const alert = await tx.db
      .updateTable('alerts')
      // The deadlines of a claim begin for the owner.
      .set({ version: sql`version + 1`, last_act_at: sql`now()` })
      .where('id', '=', input.id)
      .returning('id')
      .executeTakeFirst()
    if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
    const vehicle_number = await recallAmbulance(tx, input.id, { cancel_reason: input.reason, only: input.dispatch_id })
    if (!vehicle_number) throw await notOnItsWay(tx.db, input.id, input.dispatch_id)
    await writeAudit(tx, { action: 'dispatch.cancelled', subject: 'alert', subject_id: input.id })
    await appendEvent(tx.db, {
      alert_id: input.id,
      kind: 'dispatch_state',
      actor_id: ctx.actor.id,
      detail: { vehicle_number, state: `called back by ${ctx.actor.first_name}: ${input.reason}` },
    })
  })
  return (await dispatchesOf(ctx.db, input.id))[0]!
}
