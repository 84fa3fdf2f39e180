import type { BulkJob, BulkJobStatus } from '@tvarit/shared/contracts/bulk-jobs'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Bar } from '../../../components/bar.tsx'
import { Pill, type PillTone } from '../../../components/pill.tsx'
import { formatCount } from '../../../lib/format-count.ts'

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
    <div className="row gap-m">
      <BulkJobPill job={job} />
      {job.status === 'PROCESSING' ? <BulkJobProgress job={job} /> : null}
      {job.hint ? <p className={job.cancelled_at ? 'soft' : 'wrong'}>{job.hint}</p> : null}
    </div>
  )
}

/** How far a running job is, and at which of its four stages. The first and the last one have no figure. */
export function BulkJobProgress({ job }: { job: BulkJob }) {
  const { id, progress, count } = job
  return (
    <Bar
      role="progressbar"
      label={`Progress of job ${id}`}
      value={progress}
      max={count}
      text={stageText(progress / count)}
    />
  )
}

function stageText(share: number): string {
  if (share <= 0) return 'Making coupons…'
  if (share >= 1) return 'Packing ZIP…'
  return `${share < LIMITS.bulk_codes_share ? 'Drawing codes' : 'Drawing sheets'}, ${Math.floor(100 * share)} %`
}

/** `1 coupon`, `5,000 coupons`. */
export const coupons = (n: number): string => `${formatCount(n)} ${n === 1 ? 'coupon' : 'coupons'}`
