import type { DispatchView, DriverStepInput } from '../../../contracts/dispatch.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { advanceDispatch } from './advance-dispatch.ts'
import { dispatchesOf } from './read-dispatches.ts'

/**
 * Notes a step the driver reported by phone (no network, no smartphone, an outside provider). Refused with 409 when no
 * ambulance is on its way.
 */
export async function noteStep({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: { id: number; step: DriverStepInput['step'] }
}): Promise<DispatchView> {
  const moved = await inTransaction(ctx, (tx) =>
    advanceDispatch(tx, { alert_id: input.id, step: input.step, pressed_ms_ago: 0 }, ctx.actor),
  )
  if (!moved) throw new DomainError('CONFLICT', 'No ambulance is on its way to this alert.')
  return (await dispatchesOf(ctx.db, input.id))[0]!
}
