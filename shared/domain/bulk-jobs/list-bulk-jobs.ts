import type { z } from 'zod'
import type { bulkJobList, bulkJobListInput } from '../../contracts/bulk-jobs.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function listBulkJobs(_: {
  ctx: SignedInCtx
  input: z.output<typeof bulkJobListInput>
}): Promise<z.input<typeof bulkJobList>> {
  throw new Error('not built yet')
}
