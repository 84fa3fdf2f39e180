import type { CreatorCoupon } from '@tvarit/shared/contracts/creator-coupons'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { SecondLine } from '../../../components/list/second-line.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import type { Column } from '../../../components/list/data-table.tsx'
import { FilterBar, SearchBox } from '../../../components/list/filter-bar.tsx'
import { ListView } from '../../../components/list/list-view.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatDate } from '../../../lib/dates.ts'
import { errorText } from '../../../lib/error-text.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { useListState } from '../../../lib/use-list-state.ts'
import styles from '../coupons.module.css'
import { AddCreatorCouponDialog } from './add-creator-coupon-dialog.tsx'

const reload = () => queryClient.invalidateQueries(trpc.creatorCoupons.list.pathFilter())

/** Coupons of creators on social media: who brought a subscriber. */
export default function CreatorManagementPage() {
  const list = useListState()
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<CreatorCoupon | null>(null)
  const coupons = useQuery(
    trpc.creatorCoupons.list.queryOptions(
      { ...list.paging, search: list.get('search') || undefined },
      { placeholderData: keepPreviousData, meta: { errorText: TEXTS.failed_fetch_coupons } },
    ),
  )
  const turn = useMutation(
    trpc.creatorCoupons.update.mutationOptions({
      meta: { errorText: TEXTS.creator_status_failed },
      onSuccess: ({ is_active }) => {
        toast.success(is_active ? TEXTS.creator_activated : TEXTS.creator_deactivated)
        return reload()
      },
    }),
  )
  const columns: readonly Column<CreatorCoupon>[] = [
    {
      title: 'Name',
      main: true,
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
        <span className={styles.copied}>
          <span className={styles.code}>{coupon_code}</span>
          <CopyButton text={coupon_code} what="Code" />
        </span>
      ),
    },
    {
      title: 'Status',
      render: ({ is_active }) => <Pill tone={is_active ? 'green' : 'grey'}>{is_active ? 'Active' : 'Inactive'}</Pill>,
    },
    {
      title: 'Valid',
      render: (row) => `${formatDate(row.start_date)} to ${formatDate(row.end_date)}`,
    },
    { title: 'Created At', figures: true, render: (row) => formatDate(row.created_at) },
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
          <Button danger onClick={() => setDeleting(row)}>
            Delete
          </Button>
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
      <FilterBar>
        <SearchBox list={list} label="Search by name or code" busy={coupons.isPlaceholderData} />
      </FilterBar>
      <ListView
        list={list}
        query={coupons}
        label="Creator coupons"
        columns={columns}
        failed={TEXTS.failed_fetch_coupons}
        empty={TEXTS.creators_empty}
        hint="Add one for each creator who tells people about the service."
      />
      {adding ? <AddCreatorCouponDialog onClose={() => setAdding(false)} onAdded={reload} /> : null}
      {deleting ? <DeleteDialog coupon={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  )
}

function DeleteDialog({ coupon, onClose }: { coupon: CreatorCoupon; onClose: () => void }) {
  const remove = useMutation(
    trpc.creatorCoupons.remove.mutationOptions({
      meta: { silent: true },
      onSuccess: () => {
        toast.success(TEXTS.creator_deleted)
        onClose()
        return reload()
      },
    }),
  )
  return (
    <FormDialog
      title={`Delete ${coupon.name} (${coupon.coupon_code})`}
      submit="Delete"
      danger
      busy={remove.isPending}
      error={remove.isError ? errorText(remove.error, TEXTS.creator_delete_failed) : null}
      onCancel={onClose}
      onSubmit={() => remove.mutate({ id: coupon.id })}
    >
      <p>{TEXTS.creator_delete_ask}</p>
    </FormDialog>
  )
}
