import type { CouponRow } from '@tvarit/shared/contracts/coupons'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { FilterBar, SearchBox, StatusFilter } from '../../components/list/filter-bar.tsx'
import { ListView } from '../../components/list/list-view.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { AddCouponDialog } from './add-coupon-dialog.tsx'
import { CouponStatusPill } from './coupon-status-pill.tsx'
import styles from './coupons.module.css'

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'AVAILABLE', label: 'Available' },
  { value: 'USED', label: 'Used' },
] as const

const COLUMNS: readonly Column<CouponRow>[] = [
  {
    title: 'Serial Number',
    main: true,
    render: ({ serial_number }) => (
      <span className={styles.copied}>
        <span className={styles.code}>{spokenCode(serial_number)}</span>
        <CopyButton text={serial_number} what="Serial number" />
      </span>
    ),
  },
  { title: 'Coupon Code', render: (row) => <span className={styles.code}>{spokenCode(row.coupon_code)}</span> },
  {
    title: 'QR Code',
    render: (row) => <img className={styles.smallQr} src={row.qr_code} width="56" height="56" alt="" loading="lazy" />,
  },
  { title: 'Status', render: (row) => <CouponStatusPill status={row.voided_at ? 'VOID' : row.status} /> },
  { title: 'Actions', actions: true, render: ({ id }) => <LinkButton to={`/coupon-details/${id}`}>View</LinkButton> },
]

/** Every coupon for an admin; a subscriber finds the own one here. */
export default function CouponManagementPage() {
  const admin = useSessionState().session?.user.role === 'admin'
  const list = useListState()
  const [adding, setAdding] = useState(false)
  const status = STATUSES.find(({ value }) => value === list.get('status').toUpperCase())?.value
  const coupons = useQuery(
    trpc.coupons.list.queryOptions(
      { ...list.paging, search: list.get('search') || undefined, status: status || undefined },
      { placeholderData: keepPreviousData, meta: { errorText: TEXTS.failed_fetch_coupons } },
    ),
  )
  return (
    <>
      <PageHead title="All Coupons">
        {admin ? (
          <Button type="primary" onClick={() => setAdding(true)}>
            Add Coupon
          </Button>
        ) : null}
      </PageHead>
      <FilterBar>
        <SearchBox list={list} label="Search by serial number or coupon code" busy={coupons.isPlaceholderData} />
        <StatusFilter list={list} options={STATUSES} />
      </FilterBar>
      <ListView
        list={list}
        query={coupons}
        label="Coupons"
        columns={COLUMNS}
        failed={TEXTS.failed_fetch_coupons}
        empty={TEXTS.coupons_empty}
        hint={admin ? 'Add one, or make a whole batch under Bulk coupons.' : undefined}
      />
      {adding ? <AddCouponDialog onClose={() => setAdding(false)} /> : null}
    </>
  )
}
