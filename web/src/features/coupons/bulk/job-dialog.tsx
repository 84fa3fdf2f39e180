import type { BulkJob } from '@tvarit/shared/contracts/bulk-jobs'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { errorText } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { reloadJobs } from './bulk-job-queries.ts'
import { coupons } from './bulk-job-status.tsx'

/** What an admin is about to do to a job that cannot be undone. */
export interface AskedJob {
  job: BulkJob
  about: 'printing' | 'stopping'
}

const WORDS = {
  printing: {
    title: 'Mark as Printed',
    ask: TEXTS.bulk_print_ask,
    done: TEXTS.bulk_printed,
    failed: TEXTS.bulk_update_failed,
  },
  stopping: { title: 'Stop job', ask: TEXTS.bulk_stop_ask, done: TEXTS.bulk_stopped, failed: TEXTS.bulk_stop_failed },
}

/** Asks before it is done. */
export function JobDialog({ asked: { job, about }, onClose }: { asked: AskedJob; onClose: () => void }) {
  const { title, ask, done, failed } = WORDS[about]
  const options = {
    meta: { silent: true },
    onSuccess() {
      toast.success(done)
      void reloadJobs()
    },
  }
  const print = useMutation(trpc.bulkJobs.update.mutationOptions(options))
  const stop = useMutation(trpc.bulkJobs.cancel.mutationOptions(options))
  const { isPending, error } = about === 'printing' ? print : stop
  return (
    <FormDialog
      title={title}
      submit={title}
      danger={about === 'stopping'}
      busy={isPending}
      error={error ? errorText(error, failed) : null}
      onCancel={onClose}
      onSubmit={() =>
        about === 'printing'
          ? print.mutate({ id: job.id, status: 'PRINTED' }, { onSuccess: onClose })
          : stop.mutate({ id: job.id }, { onSuccess: onClose })
      }
    >
      <p>
        {coupons(job.count)} of {formatDateMinute(job.created_at)}. {ask}
      </p>
    </FormDialog>
  )
}
