import type { BulkJob } from '@tvarit/shared/contracts/bulk-jobs'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { download } from '../../../lib/download.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { reloadJobs } from './bulk-job-queries.ts'
import type { AskedJob } from './job-dialog.tsx'

/** What can be done with a job in its state: a ZIP is downloaded or made again, a completed one printed, a failed one retried, a running one
 * stopped. */
export function BulkJobActions({ job, onAsk }: { job: BulkJob; onAsk: (asked: AskedJob) => void }) {
  const save = useMutation({
    mutationFn: () => {
      toast.info(TEXTS.bulk_download_started)
      return download(`/api/qr/jobs/${job.id}/download/`, `job-${job.id}.zip`)
    },
    meta: { errorText: TEXTS.bulk_download_failed },
  })
  const retry = useMutation(
    trpc.bulkJobs.retry.mutationOptions({
      meta: { errorText: TEXTS.bulk_retry_failed },
      onSuccess: ({ status }) => toast.success(status === 'PROCESSING' ? TEXTS.bulk_retried : TEXTS.bulk_zip_again),
      // Also when a colleague was faster.
      onSettled: reloadJobs,
    }),
  )
  if (job.status === 'PROCESSING') return <Button onClick={() => onAsk({ job, about: 'stopping' })}>Stop</Button>
  if (job.cancelled_at) return null
  if (job.status === 'FAILED') {
    return (
      <Button type="primary" loading={retry.isPending} onClick={() => retry.mutate({ id: job.id })}>
        Retry
      </Button>
    )
  }
  return (
    <>
      {job.has_zip ? (
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Download zip
        </Button>
      ) : (
        <Button loading={retry.isPending} onClick={() => retry.mutate({ id: job.id })}>
          Make ZIP again
        </Button>
      )}
      {job.status === 'COMPLETED' ? (
        <Button type="primary" onClick={() => onAsk({ job, about: 'printing' })}>
          Mark as Printed
        </Button>
      ) : null}
    </>
  )
}
