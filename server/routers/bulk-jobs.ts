import {
  bulkJob,
  bulkJobDetail,
  bulkJobId,
  bulkJobList,
  bulkJobListInput,
  createBulkJobInput,
  updateBulkJobInput,
} from '@tvarit/shared/contracts/bulk-jobs'
import { cancelBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/cancel-bulk-job'
import { createBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/create-bulk-job'
import { listBulkJobs } from '@tvarit/shared/domain/stickers/bulk-jobs/list-bulk-jobs'
import { markPrinted } from '@tvarit/shared/domain/stickers/bulk-jobs/mark-printed'
import { readBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/read-bulk-job'
import { retryBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/retry-bulk-job'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const bulkJobsRouter = router({
  list: permitted('bulk_jobs.manage')
    .meta(rest('GET', '/api/qr/jobs/', 'Bulk coupon jobs, newest first'))
    .input(bulkJobListInput)
    .output(bulkJobList)
    .query(listBulkJobs),
  get: permitted('bulk_jobs.manage')
    .meta(rest('GET', '/api/qr/jobs/{id}/', 'A bulk job, its people and figures of its coupons'))
    .input(bulkJobId)
    .output(bulkJobDetail)
    .query(readBulkJob),
  create: permitted('bulk_jobs.manage')
    .meta(rest('POST', '/api/qr/jobs/create/', 'Queue 1 to 5000 new coupons', { status: 201 }))
    .input(createBulkJobInput)
    .output(bulkJob)
    .mutation(createBulkJob),
  update: permitted('bulk_jobs.manage')
    .meta(rest('PATCH', '/api/qr/jobs/{id}/update/', 'Mark a completed job as printed'))
    .input(updateBulkJobInput)
    .output(bulkJob)
    .mutation(markPrinted),
  retry: permitted('bulk_jobs.manage')
    .meta(rest('POST', '/api/qr/jobs/{id}/retry/', 'Run a failed job again'))
    .input(bulkJobId)
    .output(bulkJob)
    .mutation(retryBulkJob),
  cancel: permitted('bulk_jobs.manage')
    .meta(rest('POST', '/api/qr/jobs/{id}/cancel/', 'Stop a running job for good'))
    .input(bulkJobId)
    .output(bulkJob)
    .mutation(cancelBulkJob),
})
