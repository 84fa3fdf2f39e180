import type { BulkJob } from '@tvarit/shared/contracts/bulk-jobs'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SecondLine } from '../../../components/list/second-line.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import type { Column } from '../../../components/list/data-table.tsx'
import { dayFilter } from '../../../components/list/day-filter.tsx'
import { tabsFilter } from '../../../components/list/list-filters.tsx'
import { ListView } from '../../../components/list/list-view.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { listOptions, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { useListState } from '../../../lib/use-list-state.ts'
import { AddBulkDialog } from './add-bulk-dialog.tsx'
import { BulkJobActions } from './bulk-job-actions.tsx'
import { pollEvery } from './bulk-job-queries.ts'
import { BulkJobStatusCell, coupons } from './bulk-job-status.tsx'
import { type AskedJob, JobDialog } from './job-dialog.tsx'

const FILTERS = [
  tabsFilter('status', 'Status', { '': 'All', COMPLETED: 'Completed', PRINTED: 'Printed' }),
  dayFilter('created_at', 'Created on'),
]

const ORDER = { usual: '-created_at', kinds: { created_at: 'moment' } } as const

/** Batches of coupons for the print shop. */
export default function BulkCouponsPage() {
  const list = useListState()
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<AskedJob | null>(null)
  const status = (['COMPLETED', 'PRINTED'] as const).find((value) => value === list.get('status').toUpperCase())
  const query = {
    page: list.page,
    page_size: list.paging.page_size,
    status,
    created_at: list.get('created_at') || undefined,
    sort: list.sort(['created_at'] as const),
  }
  const jobs = useQuery(
    trpc.bulkJobs.list.queryOptions(query, {
      ...listOptions(TEXTS.bulk_fetch_failed),
      select: ({ next_page_number, previous_page_number, ...rest }) => ({
        ...rest,
        count_capped: false,
        next: next_page_number === null ? null : `?page=${next_page_number}`,
        previous: previous_page_number === null ? null : `?page=${previous_page_number}`,
      }),
      refetchInterval: ({ state }) =>
        pollEvery(!state.error && Boolean(state.data?.results.some((job) => job.status === 'PROCESSING'))),
    }),
  )
  /** The jobs that were started here and are not done. */
  const started = useRef(new Set<number>())
  useEffect(() => {
    for (const { id, status, count } of jobs.data?.results ?? [])
      if (status === 'COMPLETED' && started.current.delete(id)) toast.success(TEXTS.bulk_created(count))
  }, [jobs.data])
  const columns: readonly Column<BulkJob>[] = [
    {
      title: 'Count',
      main: true,
      tabular: true,
      render: ({ count }) => coupons(count),
      renderBeside: ({ id }) => <SecondLine>Job {id}</SecondLine>,
    },
    {
      title: 'Batch',
      narrow: true,
      render: ({ name, owner }) =>
        name || owner ? (
          <>
            {name}
            {owner ? <SecondLine>for {owner.firm_name || owner.name}</SecondLine> : null}
          </>
        ) : null,
    },
    { title: 'Status', render: (job) => <BulkJobStatusCell job={job} /> },
    { title: 'Created At', tabular: true, sort: 'created_at', render: (job) => formatDateMinute(job.created_at) },
    {
      title: 'Action',
      actions: true,
      render: (job) => (
        <>
          <BulkJobActions job={job} onAsk={setAsked} />
          <LinkButton to={`/bulk-coupons/${job.id}`}>View</LinkButton>
        </>
      ),
    },
  ]
  return (
    <>
      <PageHead title="All Coupons" note="Bulk jobs">
        <Button type="primary" onClick={() => setAdding(true)}>
          Add Bulk Coupon
        </Button>
      </PageHead>
      <ListView
        list={list}
        query={jobs}
        label="Bulk coupon jobs"
        columns={columns}
        filters={FILTERS}
        failed={TEXTS.bulk_fetch_failed}
        empty={TEXTS.bulk_empty}
        order={ORDER}
        file={{ path: '/api/qr/jobs/download/', query }}
        pageOf={({ id }) => `/bulk-coupons/${id}`}
        hint="Add one to get a ZIP with the QR code of every new coupon."
      />
      {adding ? <AddBulkDialog onStarted={(id) => started.current.add(id)} onClose={() => setAdding(false)} /> : null}
      {asked ? <JobDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
