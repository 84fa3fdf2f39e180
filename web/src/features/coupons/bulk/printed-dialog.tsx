import type { BulkJob } from '@tvarit/shared/contracts/bulk-jobs'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formatDateTime } from '../../../lib/dates.ts'
import { errorText } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { reloadJobs } from './bulk-job-queries.ts'
import { coupons } from './bulk-job-status.tsx'

/** Asks before a job is marked as printed. */
export function PrintedDialog({ job, onClose }: { job: BulkJob; onClose: () => void }) {
  const update = useMutation(
    trpc.bulkJobs.update.mutationOptions({
      meta: { silent: true },
      onSuccess: () => {
        toast.success(TEXTS.bulk_printed)
        onClose()
        return reloadJobs()
      },
    }),
  )
  return (
    <FormDialog
      title="Mark as Printed"
      submit="Mark as Printed"
      busy={update.isPending}
      error={update.isError ? errorText(update.error, TEXTS.bulk_update_failed) : null}
      onCancel={onClose}
      onSubmit={() => update.mutate({ id: job.id, status: 'PRINTED' })}
    >
      <p>
        {coupons(job.count)} of {formatDateTime(job.created_at)}. {TEXTS.bulk_print_ask}
      </p>
    </FormDialog>
  )
}
