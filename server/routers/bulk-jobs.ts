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

export const bulkJobsRouter = router({
  list: permitted('bulk_jobs.manage')
    .meta({ rest: { method: 'GET', path: '/api/qr/jobs/', summary: 'Bulk coupon jobs, newest first' } })
    .input(bulkJobListInput)
    .output(bulkJobList)
    .query(({ ctx, input }) => listBulkJobs({ ctx, input })),
  get: permitted('bulk_jobs.manage')
    .meta({
      rest: { method: 'GET', path: '/api/qr/jobs/{id}/', summary: 'A bulk job, its people and figures of its coupons' },
    })
    .input(bulkJobId)
    .output(bulkJobDetail)
    .query(({ ctx, input }) => readBulkJob({ ctx, input })),
  create: permitted('bulk_jobs.manage')
    .meta({
      rest: { method: 'POST', path: '/api/qr/jobs/create/', status: 201, summary: 'Queue 1 to 5000 new coupons' },
    })
    .input(createBulkJobInput)
    .output(bulkJob)
    .mutation(({ ctx, input }) => createBulkJob({ ctx, input })),
  update: permitted('bulk_jobs.manage')
    .meta({
      rest: { method: 'PATCH', path: '/api/qr/jobs/{id}/update/', summary: 'Mark a completed job as printed' },
    })
    .input(updateBulkJobInput)
    .output(bulkJob)
    .mutation(({ ctx, input }) => markPrinted({ ctx, input })),
  retry: permitted('bulk_jobs.manage')
    .meta({ rest: { method: 'POST', path: '/api/qr/jobs/{id}/retry/', summary: 'Run a failed job again' } })
    .input(bulkJobId)
    .output(bulkJob)
    .mutation(({ ctx, input }) => retryBulkJob({ ctx, input })),
  cancel: permitted('bulk_jobs.manage')
    .meta({ rest: { method: 'POST', path: '/api/qr/jobs/{id}/cancel/', summary: 'Stop a running job for good' } })
    .input(bulkJobId)
    .output(bulkJob)
    .mutation(({ ctx, input }) => cancelBulkJob({ ctx, input })),
})
