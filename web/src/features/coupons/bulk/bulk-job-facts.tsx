import type { BulkJobDetail } from '@tvarit/shared/contracts/bulk-jobs'
import { Bar } from '../../../components/bar.tsx'
import { Card, Fact, Facts } from '../../../components/card.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import styles from '../coupons.module.css'
import { BulkJobPill, BulkJobProgress, figure } from './bulk-job-status.tsx'

/** Where a job stands, who did what when, and how many of its coupons are in use. */
export function BulkJobFacts({ job }: { job: BulkJobDetail }) {
  return (
    <Card title="Job">
      <Facts>
        <Fact label="Status">
          <span className={styles.jobStatus}>
            <BulkJobPill job={job} />
            {job.status === 'PROCESSING' ? <BulkJobProgress job={job} /> : null}
          </span>
        </Fact>
        <Fact label="Count">{figure(job.count)}</Fact>
        <Fact label="Created">
          <Deed at={job.created_at} by={job.created_by.name} />
        </Fact>
        {job.cancelled_at ? (
          <Fact label="Stopped">
            <Deed at={job.cancelled_at} />
          </Fact>
        ) : (
          <MadeFacts job={job} />
        )}
      </Facts>
    </Card>
  )
}

/** What became of the coupons. */
function MadeFacts({ job }: { job: BulkJobDetail }) {
  return (
    <>
      <Fact label="Completed">{job.completed_at ? <Deed at={job.completed_at} /> : null}</Fact>
      <Fact label="Printed">{job.printed_at ? <Deed at={job.printed_at} by={job.printed_by?.name} /> : null}</Fact>
      <Fact label="File size">{job.file_bytes === null ? null : formatBytes(job.file_bytes)}</Fact>
      <Fact label="Activated">
        {job.coupons > 0 ? (
          <Bar
            role="meter"
            label="Activated coupons"
            value={job.activated}
            max={job.coupons}
            text={`${figure(job.activated)} of ${figure(job.coupons)}`}
          />
        ) : null}
      </Fact>
      <Fact label="Voided">{job.coupons > 0 ? figure(job.voided) : null}</Fact>
    </>
  )
}

const Deed = ({ at, by }: { at: string; by?: string | undefined }) => (
  <>
    <span className="numbers">{formatDateMinute(at)}</span>
    {by ? ` by ${by}` : null}
  </>
)
