import type { CouponRow } from '@tvarit/shared/contracts/coupons'
import { COUPON_SORTS, VOIDED } from '@tvarit/shared/contracts/list-choices'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { choiceFilter } from '../../components/list/choice-filter.tsx'
import { numberFilter, tabsFilter } from '../../components/list/list-filters.tsx'
import { ListView } from '../../components/list/list-view.tsx'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useSessionState } from '../../lib/session.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { CouponStatusPill } from './coupon-status-pill.tsx'
import styles from './coupons.module.css'
import { VoidSeveralDialog } from './void-several-dialog.tsx'

const STATUSES = { '': 'All', AVAILABLE: 'Available', USED: 'Used' }

const COLUMNS: readonly Column<CouponRow>[] = [
  {
    title: 'Serial Number',
    main: true,
    sort: 'serial_number',
    render: ({ serial_number }) => <span className="mono numbers">{spokenCode(serial_number)}</span>,
    renderBeside: ({ serial_number }) => <CopyButton text={serial_number} what="Serial number" />,
  },
  { title: 'Coupon Code', render: (row) => <span className="mono numbers">{spokenCode(row.coupon_code)}</span> },
  {
    title: 'QR Code',
    render: (row) => (
      <img className={`qr ${styles.smallQr}`} src={row.qr_code} width="56" height="56" alt="" loading="lazy" />
    ),
  },
  { title: 'Status', render: (row) => <CouponStatusPill coupon={row} /> },
  { title: 'Actions', actions: true, render: ({ id }) => <LinkButton to={`/coupon-details/${id}`}>View</LinkButton> },
]

const FILTERS = [
  tabsFilter('status', 'Status', STATUSES),
  choiceFilter('voided', 'Voided', { only: 'Only voided', without: 'Not voided' }),
]
const BATCH = numberFilter('batch', 'Bulk job', 12)
const ORDER = { usual: '-created_at', kinds: { serial_number: 'name', created_at: 'moment' } } as const

/** Coupons with search, status and pages: all that one may see, or those of one bulk job. */
export function CouponList({ bulk_job_id, hint }: { bulk_job_id?: number; hint?: string | undefined }) {
  const list = useListState()
  const status = (['AVAILABLE', 'USED'] as const).find((value) => value === list.get('status').toUpperCase())
  const role = useSessionState().session?.user.role ?? 'user'
  const [voiding, setVoiding] = useState<{ coupons: CouponRow[]; onDone: () => void } | null>(null)
  const batch = Number(list.get('batch'))
  const query = {
    ...list.paging,
    status,
    voided: list.oneOf('voided', VOIDED),
    bulk_job_id: bulk_job_id ?? (Number.isSafeInteger(batch) && batch > 0 ? batch : undefined),
    sort: list.sort(COUPON_SORTS),
  }
  const coupons = useQuery(trpc.coupons.list.queryOptions(query, listOptions(TEXTS.failed_fetch_coupons)))
  return (
    <>
      <ListView
        list={list}
        query={coupons}
        label="Coupons"
        columns={COLUMNS}
        search="Search by serial number or coupon code"
        filters={bulk_job_id || role !== 'admin' ? FILTERS : [...FILTERS, BATCH]}
        failed={TEXTS.failed_fetch_coupons}
        empty={TEXTS.coupons_empty}
        hint={hint}
        order={ORDER}
        file={scopeOf('coupons.export', role) ? { path: '/api/coupons/download/', query } : undefined}
        pageOf={({ id }) => `/coupon-details/${id}`}
        selection={
          scopeOf('coupons.void', role)
            ? {
                nameOf: ({ serial_number }) => spokenCode(serial_number),
                may: ({ voided_at }) => voided_at === null,
                renderActions: (chosen, clear) => (
                  <Button danger onClick={() => setVoiding({ coupons: chosen, onDone: clear })}>
                    Void stickers
                  </Button>
                ),
              }
            : undefined
        }
      />
      {voiding ? <VoidSeveralDialog {...voiding} onClose={() => setVoiding(null)} /> : null}
    </>
  )
}
