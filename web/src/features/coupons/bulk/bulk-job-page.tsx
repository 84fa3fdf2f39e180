import type { BulkJobDetail } from '@tvarit/shared/contracts/bulk-jobs'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BackLink } from '../../../components/back-link.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Notice } from '../../../components/notice.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { useRecordId } from '../../../lib/record.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { CouponList } from '../coupon-list.tsx'
import { BulkJobActions } from './bulk-job-actions.tsx'
import { BulkJobFacts } from './bulk-job-facts.tsx'
import { pollEvery } from './bulk-job-queries.ts'
import { coupons } from './bulk-job-status.tsx'
import { type AskedJob, JobDialog } from './job-dialog.tsx'
import { ZipContents } from './zip-contents.tsx'

/** One bulk job: where it stands, what is in its ZIP, and its coupons. */
export default function BulkJobPage() {
  const id = useRecordId()
  usePageTitle(id ? `Bulk job ${id}` : null)
  const query = useQuery(
    trpc.bulkJobs.get.queryOptions(id ? { id } : skipToken, {
      meta: { silent: true },
      refetchInterval: ({ state }) =>
        state.data ? pollEvery(!state.error && state.data.status === 'PROCESSING') : false,
    }),
  )
  return (
    <>
      <BackLink to="/bulk-coupons">{TEXTS.bulk_back}</BackLink>
      <Loaded
        query={query}
        loading="Loading bulk job"
        failed={TEXTS.bulk_job_failed}
        missing={TEXTS.bulk_not_found}
        page
      >
        {(job) => <BulkJobView key={job.id} job={job} />}
      </Loaded>
    </>
  )
}

function BulkJobView({ job }: { job: BulkJobDetail }) {
  const [asked, setAsked] = useState<AskedJob | null>(null)
  return (
    <>
      <PageHead title={`Bulk job ${job.id}`} note={coupons(job.count)}>
        <BulkJobActions job={job} onAsk={setAsked} />
      </PageHead>
      {job.hint ? (
        <div className="below">
          <Notice tone={job.cancelled_at ? 'info' : 'error'}>
            {job.hint}
            {job.last_error ? <p className="mono soft">For support: {job.last_error}</p> : null}
          </Notice>
        </div>
      ) : null}
      <div className="sides">
        <BulkJobFacts job={job} />
        {job.cancelled_at ? null : <ZipContents style={job.label_style} />}
      </div>
      <section className="part" aria-labelledby="job-coupons">
        <h2 id="job-coupons" className="text-xl below">
          Coupons of this job
        </h2>
        {job.coupons > 0 ? <CouponList bulk_job_id={job.id} /> : <p>{withoutCoupons(job)}</p>}
      </section>
      {asked ? <JobDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function withoutCoupons({ status, cancelled_at }: BulkJobDetail): string {
  if (cancelled_at) return 'Those that were made have been removed, because the job was stopped.'
  return status === 'FAILED' ? 'None were made.' : 'They appear here as soon as they are made.'
}
