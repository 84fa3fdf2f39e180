import type { DispatchView, DriverStepInput } from '../../contracts/dispatch.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import { advanceDispatch } from './advance-dispatch.ts'
import { dispatchesOf, notOnItsWay } from './read-dispatches.ts'

/**
 * Notes a step the driver reported by phone (no network, no smartphone, an outside provider). Rejected with 409 when no
 * ambulance, or not the dispatch that is meant, is on its way.
 */
export async function noteStep({
  ctx,
  input,
}: VerbArgs<{ id: number; dispatch_id?: number | undefined; step: DriverStepInput['step'] }>): Promise<DispatchView> {
  const { id: alert_id, dispatch_id: only, step } = input
  const moved = await inTransaction(ctx, (tx) => advanceDispatch(tx, { alert_id, only, step }, ctx.actor))
  if (!moved) throw await notOnItsWay(ctx.db, alert_id, only)
  return (await dispatchesOf(ctx.db, alert_id))[0]!
}
