import type { z } from 'zod'
import type { renewInput, Subscription } from '../../../contracts/plans.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { createOnce } from '../../records/create-once.ts'
import { extendPlan } from './extend-plan.ts'
import { readSubscription } from './read-subscription.ts'

/** An admin renews a subscriber's plan, paid for outside of the product. Audited. Domain errors: see `extendPlan`. */
export async function renewPlan({
  ctx,
  input,
}: VerbArgs<z.output<typeof renewInput>, ScopedCtx>): Promise<Subscription> {
  const id = await createOnce(ctx, 'term', input, async (tx, { id, plan, ending_date }) => {
    await extendPlan(tx.db, { user_id: id, plan, coupon_id: null, expected_end: ending_date })
    await writeAudit(tx, { action: 'plan.renewed', subject: 'user', subject_id: id, detail: { plan } })
    return id
  })
  return readSubscription({ ctx, input: { id } })
}
