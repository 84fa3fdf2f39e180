import { bulkJobId } from '@tvarit/shared/contracts/bulk-jobs'
import { downloadBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/download-bulk-job'
import express, { type Router } from 'express'
import { permit } from '../trpc/procedures.ts'
import { type ProcessCtx, requestContext } from '../context/request-context.ts'
import { sendFile } from './send-file.ts'

/** The ZIP of a bulk job as a file; the permission is that of the job itself. */
export function bulkZip(base: ProcessCtx): Router {
  const router = express.Router()
  router.get('/api/qr/jobs/:id/download', async (request, response) => {
    const ctx = permit(await requestContext(base, request), 'bulk_jobs.manage')
    const input = bulkJobId.parse(request.params)
    await sendFile(base.log, response, await downloadBulkJob({ ctx, input }), {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="job-${input.id}.zip"`,
      'cache-control': 'private, no-store, no-transform',
    })
  })
  return router
}
