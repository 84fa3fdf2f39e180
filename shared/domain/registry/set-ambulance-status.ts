import type { Ambulance, SetAmbulanceStatus } from '../../contracts/registry.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { ambulanceRegistry } from './ambulance-registry.ts'
import { assertNoOpenDispatch } from './assert-no-open-dispatch.ts'

/** Sets the status by hand. AVAILABLE and OFF are CONFLICT while the ambulance is on an open dispatch. */
export function setAmbulanceStatus({ ctx, input }: VerbArgs<SetAmbulanceStatus>): Promise<Ambulance> {
  const { id, status } = input
  return inTransaction(ctx, async (ctx) => {
    const before = await ambulanceRegistry.lockRow(ctx.db, id)
    if (status !== 'BUSY') await assertNoOpenDispatch(ctx.db, id)
    if (before.status !== status) {
      await ctx.db.updateTable('ambulances').set({ status }).where('id', '=', id).execute()
      await writeAudit(ctx, {
        action: 'ambulance.status_set',
        subject: 'ambulance',
        subject_id: id,
        detail: { from: before.status, to: status },
      })
    }
    return { ...before, status }
  })
}
