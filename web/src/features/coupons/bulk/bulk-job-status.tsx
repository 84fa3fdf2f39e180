import type { BulkJob, BulkJobStatus } from '@tvarit/shared/contracts/bulk-jobs'
import { Pill, type PillTone } from '../../../components/pill.tsx'
import styles from '../coupons.module.css'

const TONES: Record<BulkJobStatus, PillTone> = {
  PROCESSING: 'grey',
  COMPLETED: 'green',
  PRINTED: 'brand',
  FAILED: 'red',
}

/** The state of a job; a running one shows how far it is. */
export function BulkJobStatusCell({ job }: { job: BulkJob }) {
  const running = job.status === 'PROCESSING'
  return (
    <div className={styles.jobStatus}>
      <Pill tone={TONES[job.status]}>{job.status}</Pill>
      {running ? (
        <progress
          className={styles.progress}
          max={job.count}
          value={job.progress}
          aria-label={`${job.progress} of ${job.count} coupons made`}
        />
      ) : null}
    </div>
  )
}
