import type { BulkJob } from '../../contracts/bulk-jobs.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function markPrinted(_: { ctx: SignedInCtx; input: { id: number } }): Promise<BulkJob> {
  throw new Error('not built yet')
}
