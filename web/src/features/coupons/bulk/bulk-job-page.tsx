import type { BulkJobDetail } from '@tvarit/shared/contracts/bulk-jobs'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '../../../components/back-link.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Notice } from '../../../components/notice.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { errorStatus } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { CouponList } from '../coupon-list.tsx'
import styles from '../coupons.module.css'
import { BulkJobActions } from './bulk-job-actions.tsx'
import { BulkJobFacts } from './bulk-job-facts.tsx'
import { pollEvery } from './bulk-job-queries.ts'
import { coupons } from './bulk-job-status.tsx'
import { type AskedJob, JobDialog } from './job-dialog.tsx'
import { ZipContents } from './zip-contents.tsx'

/** One bulk job: where it stands, what is in its ZIP, and its coupons. */
export default function BulkJobPage() {
  const id = Number(useParams().id)
  const valid = Number.isSafeInteger(id) && id > 0
  usePageTitle(valid ? `Bulk job ${id}` : null)
  const job = useQuery(
    trpc.bulkJobs.get.queryOptions(valid ? { id } : skipToken, {
      meta: { silent: true },
      refetchInterval: ({ state }) =>
        state.data ? pollEvery(!state.error && state.data.status === 'PROCESSING') : false,
    }),
  )
  const missing = !valid || (job.isError && errorStatus(job.error) === 404)
  return (
    <>
      <BackLink to="/bulk-coupons">{TEXTS.bulk_back}</BackLink>
      {missing ? (
        <PageHead title={TEXTS.bulk_not_found} note="The address may have a typing mistake." />
      ) : job.data ? (
        <Loaded key={job.data.id} job={job.data} />
      ) : job.isPending ? (
        <div role="status" aria-label="Loading bulk job">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : (
        <LoadFailed text={TEXTS.bulk_job_failed} busy={job.isFetching} onRetry={() => void job.refetch()} />
      )}
    </>
  )
}

function Loaded({ job }: { job: BulkJobDetail }) {
  const [asked, setAsked] = useState<AskedJob | null>(null)
  return (
    <>
      <PageHead title={`Bulk job ${job.id}`} note={coupons(job.count)}>
        <BulkJobActions job={job} onAsk={setAsked} />
      </PageHead>
      {job.hint ? (
        <div className={styles.above}>
          <Notice tone={job.cancelled_at ? 'info' : 'error'}>
            {job.hint}
            {job.last_error ? <p className={styles.noted}>For support: {job.last_error}</p> : null}
          </Notice>
        </div>
      ) : null}
      <div className={styles.jobColumns}>
        <BulkJobFacts job={job} />
        {job.cancelled_at ? null : <ZipContents style={job.label_style} />}
      </div>
      <section className={styles.jobCoupons} aria-labelledby="job-coupons">
        <h2 id="job-coupons">Coupons of this job</h2>
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
