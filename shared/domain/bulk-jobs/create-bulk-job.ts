import type { BulkJob } from '../../contracts/bulk-jobs.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function createBulkJob(_: { ctx: SignedInCtx; input: { count: number } }): Promise<BulkJob> {
  throw new Error('not built yet')
}
