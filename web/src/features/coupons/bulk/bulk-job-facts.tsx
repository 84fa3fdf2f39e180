import type { BulkJobDetail } from '@tvarit/shared/contracts/bulk-jobs'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Link } from 'react-router'
import { Bar } from '../../../components/bar.tsx'
import { Card, Facts, type Labelled } from '../../../components/card.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { LABEL_STYLE_NAMES } from './label-style-field.tsx'
import { BulkJobPill, BulkJobProgress } from './bulk-job-status.tsx'

/** Where a job stands, who did what when, and how many of its coupons are in use. */
export function BulkJobFacts({ job }: { job: BulkJobDetail }) {
  return (
    <Card title="Job">
      <Facts
        of={{
          Status: (
            <span className="row gap-m">
              <BulkJobPill job={job} />
              {job.status === 'PROCESSING' ? <BulkJobProgress job={job} /> : null}
            </span>
          ),
          ...(job.name && { Name: job.name }),
          Count: formatCount(job.count),
          Label: LABEL_STYLE_NAMES[job.label_style],
          'Made for': job.owner ? (
            <Link to={`/stock/${job.owner.id}`}>{job.owner.firm_name || job.owner.name}</Link>
          ) : (
            'the company'
          ),
          Created: <Deed at={job.created_at} by={job.created_by.name} />,
          ...(job.cancelled_at ? { Stopped: <Deed at={job.cancelled_at} /> } : madeFacts(job)),
        }}
      />
    </Card>
  )
}

/** What became of the coupons. */
const madeFacts = (job: BulkJobDetail): Labelled => ({
  Completed: job.completed_at && <Deed at={job.completed_at} />,
  Printed: job.printed_at && <Deed at={job.printed_at} by={job.printed_by?.name} />,
  ZIP: job.completed_at && zipText(job.has_zip, job.completed_at),
  'File size': job.file_bytes === null ? null : formatBytes(job.file_bytes),
  Activated:
    job.coupons > 0 ? (
      <Bar
        role="meter"
        label="Activated coupons"
        value={job.activated}
        max={job.coupons}
        text={`${formatCount(job.activated)} of ${formatCount(job.coupons)}`}
      />
    ) : null,
  Voided: job.coupons > 0 ? formatCount(job.voided) : null,
})

/** Each ZIP ends by a retention rule. */
function zipText(has_zip: boolean, stored_at: string): string {
  const last = Date.parse(stored_at) + LIMITS.keep_days_bulk_zips * 86_400_000
  return has_zip
    ? `Kept until ${indianDate(last)}`
    : `Deleted after ${LIMITS.keep_days_bulk_zips} days; it can be made again`
}

const Deed = ({ at, by }: { at: string; by?: string | undefined }) => (
  <>
    <span className="numbers">{formatDateMinute(at)}</span>
    {by ? ` by ${by}` : null}
  </>
)
