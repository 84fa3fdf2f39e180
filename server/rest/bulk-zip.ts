import { bulkJobId } from '@tvarit/shared/contracts/bulk-jobs'
import { downloadBulkJob } from '@tvarit/shared/domain/bulk-jobs/download-bulk-job'
import express, { type Router } from 'express'
import { permit } from '../trpc/procedures.ts'
import { type ProcessCtx, requestContext } from '../trpc/request-context.ts'

/** The ZIP of a bulk job as a file; the permission is that of the job itself. */
export function bulkZip(base: ProcessCtx): Router {
  const router = express.Router()
  router.get('/api/qr/jobs/:id/download', async (request, response) => {
    const ctx = permit(await requestContext(base, request), 'bulk_jobs.manage')
    const input = bulkJobId.parse(request.params)
    const zip = await downloadBulkJob({ ctx, input })
    response.type('zip').set('content-disposition', `attachment; filename="job-${input.id}.zip"`).send(zip)
  })
  return router
}
