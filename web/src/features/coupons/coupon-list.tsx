import type { CouponRow } from '@tvarit/shared/contracts/coupons'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../components/copy-button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { FilterBar, SearchBox, StatusFilter } from '../../components/list/filter-bar.tsx'
import { ListView } from '../../components/list/list-view.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
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
  { title: 'Status', render: (row) => <CouponStatusPill coupon={row} /> },
  { title: 'Actions', actions: true, render: ({ id }) => <LinkButton to={`/coupon-details/${id}`}>View</LinkButton> },
]

/** Coupons with search, status and pages: all that one may see, or those of one bulk job. */
export function CouponList({ bulk_job_id, hint }: { bulk_job_id?: number; hint?: string | undefined }) {
  const list = useListState()
  const status = STATUSES.find(({ value }) => value === list.get('status').toUpperCase())?.value
  const coupons = useQuery(
    trpc.coupons.list.queryOptions(
      { ...list.paging, search: list.get('search') || undefined, status: status || undefined, bulk_job_id },
      { placeholderData: keepPreviousData, meta: { errorText: TEXTS.failed_fetch_coupons } },
    ),
  )
  return (
    <>
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
        hint={hint}
      />
    </>
  )
}
