import type { BulkJob, BulkJobStatus } from '@tvarit/shared/contracts/bulk-jobs'
import { Bar } from '../../../components/bar.tsx'
import { Pill, type PillTone } from '../../../components/pill.tsx'
import { figure } from '../../../lib/figure.ts'
import styles from '../coupons.module.css'

const TONES: Record<BulkJobStatus, PillTone> = {
  PROCESSING: 'grey',
  COMPLETED: 'green',
  PRINTED: 'brand',
  FAILED: 'red',
}

/** One that an admin stopped is no failure, though it is kept as one. */
export const BulkJobPill = ({ job: { status, cancelled_at } }: { job: Pick<BulkJob, 'status' | 'cancelled_at'> }) =>
  cancelled_at ? <Pill tone="grey">STOPPED</Pill> : <Pill tone={TONES[status]}>{status}</Pill>

/** The state of a job: how far a running one is, and why one has failed. */
export function BulkJobStatusCell({ job }: { job: BulkJob }) {
  return (
    <div className={styles.jobStatus}>
      <BulkJobPill job={job} />
      {job.status === 'PROCESSING' ? <BulkJobProgress job={job} /> : null}
      {job.hint ? <p className={job.cancelled_at ? styles.jobNote : styles.jobHint}>{job.hint}</p> : null}
    </div>
  )
}

/** The last step, the ZIP, has no figure: the bar is full then and says what goes on. */
export function BulkJobProgress({ job }: { job: BulkJob }) {
  const { id, progress, count } = job
  const text = progress < count ? `${figure(progress)} of ${figure(count)}` : 'Packing…'
  return <Bar role="progressbar" label={`Progress of job ${id}`} value={progress} max={count} text={text} />
}

/** `1 coupon`, `5,000 coupons`. */
export const coupons = (n: number): string => `${figure(n)} ${n === 1 ? 'coupon' : 'coupons'}`
