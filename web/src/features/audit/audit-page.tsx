import { TEXTS } from '@tvarit/shared/contracts/texts'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { useQuery } from '@tanstack/react-query'
import { ListView } from '../../components/list/list-view.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { useNow } from '../../lib/use-now.ts'
import { AUDIT_COLUMNS } from './audit-columns.tsx'
import { auditFilters } from './audit-filters.ts'
import { NarrowedTo } from './narrowed-to.tsx'
import { useAuditFilters } from './use-audit-filters.ts'

const ORDER = { usual: '-at', kinds: { at: 'moment' } } as const

/** Who did or saw what, for admins. */
export default function AuditPage() {
  const list = useListState()
  const { filters, show } = useAuditFilters()
  const { search: _search, go_to: _to, ...paging } = list.paging
  const query = { ...paging, ...filters, sort: list.sort(['at'] as const) }
  const entries = useQuery(trpc.audit.list.queryOptions(query, listOptions(TEXTS.audit_failed)))
  return (
    <>
      <PageHead title="Audit log" note="Reading it is recorded too." />
      <NarrowedTo filters={filters} rows={entries.data?.results ?? []} show={show} />
      <ListView
        list={list}
        query={entries}
        label="Audit log"
        columns={AUDIT_COLUMNS}
        filters={auditFilters(filters, indianDay(useNow()))}
        failed={TEXTS.audit_failed}
        empty={TEXTS.audit_empty}
        order={ORDER}
        file={{ path: '/api/audit/download/', query }}
      />
    </>
  )
}
