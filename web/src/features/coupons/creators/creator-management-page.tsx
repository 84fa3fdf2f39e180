import type { CreatorCoupon } from '@tvarit/shared/contracts/creator-coupons'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { CREATOR_SORTS, CREATOR_STATUSES } from '@tvarit/shared/contracts/list-choices'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { SecondLine } from '../../../components/list/second-line.tsx'
import { Copied } from '../../../components/copy-button.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import type { Column } from '../../../components/list/data-table.tsx'
import GoToDay from '../../../components/list/go-to-day.tsx'
import { tabsFilter } from '../../../components/list/list-filters.tsx'
import { ListView } from '../../../components/list/list-view.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { Pill } from '../../../components/pill.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { listOptions, queryClient, trpc, whenDone } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { useListState } from '../../../lib/use-list-state.ts'
import { AddCreatorCouponDialog } from './add-creator-coupon-dialog.tsx'

const FILTERS = [tabsFilter('status', 'Status', { '': 'All', ACTIVE: 'Active', INACTIVE: 'Inactive' })]
const ORDER = {
  usual: '-created_at',
  kinds: { name: 'name', start_date: 'day', end_date: 'day', created_at: 'moment' },
} as const

const reload = () => queryClient.invalidateQueries(trpc.creatorCoupons.list.pathFilter())

/** Activating or deactivating one coupon, or several. */
const whenTurned = {
  meta: { errorText: TEXTS.creator_status_failed },
  onSuccess: (_coupons: unknown, { is_active }: { is_active?: boolean }) => {
    toast.success(is_active ? TEXTS.creator_activated : TEXTS.creator_deactivated)
    return reload()
  },
}

/** Coupons of creators on social media: who brought a subscriber. */
export default function CreatorManagementPage() {
  const list = useListState()
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<CreatorCoupon | null>(null)
  const query = {
    ...list.paging,
    status: list.oneOf('status', CREATOR_STATUSES),
    sort: list.sort(CREATOR_SORTS),
  }
  const coupons = useQuery(trpc.creatorCoupons.list.queryOptions(query, listOptions(TEXTS.failed_fetch_coupons)))
  const turn = useMutation(trpc.creatorCoupons.update.mutationOptions(whenTurned))
  const turnSeveral = useMutation(trpc.creatorCoupons.updateSeveral.mutationOptions(whenTurned))
  const columns: readonly Column<CreatorCoupon>[] = [
    {
      title: 'Name',
      main: true,
      sort: 'name',
      render: (row) => (
        <>
          {row.name}
          <SecondLine>{row.social_media_name}</SecondLine>
        </>
      ),
    },
    {
      title: 'Code',
      render: ({ coupon_code }) => (
        <Copied text={coupon_code} what="Code">
          <span className="mono numbers">{coupon_code}</span>
        </Copied>
      ),
    },
    {
      title: 'Status',
      render: ({ is_active }) => <Pill tone={is_active ? 'green' : 'grey'}>{is_active ? 'Active' : 'Inactive'}</Pill>,
    },
    { title: 'Start Date', tabular: true, sort: 'start_date', render: (row) => indianDate(row.start_date) },
    { title: 'End Date', tabular: true, sort: 'end_date', render: (row) => indianDate(row.end_date) },
    { title: 'Created At', tabular: true, sort: 'created_at', render: (row) => indianDate(row.created_at) },
    {
      title: 'Actions',
      actions: true,
      render: (row) => (
        <>
          <Button
            loading={turn.isPending && turn.variables.id === row.id}
            onClick={() => turn.mutate({ id: row.id, is_active: !row.is_active })}
          >
            {row.is_active ? 'Deactivate' : 'Activate'}
          </Button>
          <Button onClick={() => setDeleting(row)}>Delete</Button>
        </>
      ),
    },
  ]
  return (
    <>
      <PageHead title="Creators Coupons">
        <Button type="primary" onClick={() => setAdding(true)}>
          Add Coupon
        </Button>
      </PageHead>
      <ListView
        list={list}
        query={coupons}
        label="Creator coupons"
        columns={columns}
        search="Search by name or code"
        filters={FILTERS}
        failed={TEXTS.failed_fetch_coupons}
        empty={TEXTS.creators_empty}
        hint="Add one for each creator who tells people about the service."
        goTo={<GoToDay list={list} />}
        order={ORDER}
        file={{ path: '/api/creator-coupons/download/', query }}
        selection={{
          nameOf: ({ name }) => name,
          may: () => true,
          renderActions: (chosen, clear) =>
            [true, false].map((is_active) => (
              <Button
                key={String(is_active)}
                loading={turnSeveral.isPending && turnSeveral.variables.is_active === is_active}
                onClick={() => turnSeveral.mutate({ ids: chosen.map(({ id }) => id), is_active }, { onSuccess: clear })}
              >
                {is_active ? 'Activate' : 'Deactivate'} selected
              </Button>
            )),
        }}
      />
      {adding ? <AddCreatorCouponDialog onClose={() => setAdding(false)} onAdded={reload} /> : null}
      {deleting ? <DeleteDialog coupon={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  )
}

function DeleteDialog({ coupon, onClose }: { coupon: CreatorCoupon; onClose: () => void }) {
  const remove = useMutation(trpc.creatorCoupons.remove.mutationOptions(whenDone(() => TEXTS.creator_deleted, reload)))
  return (
    <FormDialog
      title={`Delete ${coupon.name} (${coupon.coupon_code})`}
      submit="Delete"
      danger
      busy={remove.isPending}
      error={remove.isError ? errorText(remove.error, TEXTS.creator_delete_failed) : null}
      onCancel={onClose}
      onSubmit={() => remove.mutate({ id: coupon.id }, { onSuccess: onClose })}
    >
      <p>{TEXTS.creator_delete_ask}</p>
    </FormDialog>
  )
}
