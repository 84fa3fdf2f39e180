import type { BulkJob } from '@tvarit/shared/contracts/bulk-jobs'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import type { Column } from '../../../components/list/data-table.tsx'
import { DateFilter, FilterBar, StatusFilter } from '../../../components/list/filter-bar.tsx'
import { ListView } from '../../../components/list/list-view.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { formatDateTime } from '../../../lib/dates.ts'
import { download } from '../../../lib/download.ts'
import { errorText } from '../../../lib/error-text.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { useListState } from '../../../lib/use-list-state.ts'
import { AddBulkDialog } from './add-bulk-dialog.tsx'
import { BulkJobStatusCell } from './bulk-job-status.tsx'

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'PRINTED', label: 'Printed' },
] as const

/** While a job runs its bar moves by itself. */
const POLL_EVERY_MS = 1000

const reload = () => queryClient.invalidateQueries(trpc.bulkJobs.list.pathFilter())

/** Batches of coupons for the print shop. */
export default function BulkCouponsPage() {
  const list = useListState()
  const [adding, setAdding] = useState(false)
  const [printing, setPrinting] = useState<BulkJob | null>(null)
  const status = STATUSES.find(({ value }) => value === list.get('status').toUpperCase())?.value
  const jobs = useQuery(
    trpc.bulkJobs.list.queryOptions(
      { page: list.page, status: status || undefined, created_at: list.get('created_at') || undefined },
      {
        placeholderData: keepPreviousData,
        meta: { errorText: TEXTS.bulk_fetch_failed },
        select: ({ next_page_number, previous_page_number, ...rest }) => ({
          ...rest,
          count_capped: false,
          next: next_page_number === null ? null : `?page=${next_page_number}`,
          previous: previous_page_number === null ? null : `?page=${previous_page_number}`,
        }),
        refetchInterval: ({ state }) =>
          state.data?.results.some((job) => job.status === 'PROCESSING') ? POLL_EVERY_MS : false,
      },
    ),
  )
  const save = useMutation({
    mutationFn: (id: number) => {
      toast.info(TEXTS.bulk_download_started)
      return download(`/api/qr/jobs/${id}/download/`, `job-${id}.zip`)
    },
    meta: { errorText: TEXTS.bulk_download_failed },
  })
  const columns: readonly Column<BulkJob>[] = [
    { title: 'Count', main: true, figures: true, render: ({ count }) => `${count.toLocaleString('en-IN')} coupons` },
    { title: 'Status', render: (job) => <BulkJobStatusCell job={job} /> },
    { title: 'Created At', figures: true, render: (job) => formatDateTime(job.created_at) },
    {
      title: 'Action',
      actions: true,
      render: (job) =>
        job.status === 'COMPLETED' || job.status === 'PRINTED' ? (
          <>
            <Button loading={save.isPending && save.variables === job.id} onClick={() => save.mutate(job.id)}>
              Download zip
            </Button>
            {job.status === 'COMPLETED' ? (
              <Button type="primary" onClick={() => setPrinting(job)}>
                Mark as Printed
              </Button>
            ) : null}
          </>
        ) : null,
    },
  ]
  return (
    <>
      <PageHead title="All Coupons" note="Bulk jobs">
        <Button type="primary" onClick={() => setAdding(true)}>
          Add Bulk Coupon
        </Button>
      </PageHead>
      <FilterBar>
        <StatusFilter list={list} options={STATUSES} />
        <DateFilter list={list} name="created_at" label="Created on" />
      </FilterBar>
      <ListView
        list={list}
        query={jobs}
        label="Bulk coupon jobs"
        columns={columns}
        failed={TEXTS.bulk_fetch_failed}
        empty={TEXTS.bulk_empty}
        hint="Add one to get a ZIP with the QR code of every new coupon."
      />
      {adding ? <AddBulkDialog onClose={() => setAdding(false)} onAdded={reload} /> : null}
      {printing ? <PrintedDialog job={printing} onClose={() => setPrinting(null)} /> : null}
    </>
  )
}

function PrintedDialog({ job, onClose }: { job: BulkJob; onClose: () => void }) {
  const update = useMutation(
    trpc.bulkJobs.update.mutationOptions({
      meta: { silent: true },
      onSuccess: () => {
        toast.success(TEXTS.bulk_printed)
        onClose()
        return reload()
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
        {job.count.toLocaleString('en-IN')} coupons of {formatDateTime(job.created_at)}. {TEXTS.bulk_print_ask}
      </p>
    </FormDialog>
  )
}
