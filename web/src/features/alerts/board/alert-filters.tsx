import { ALERT_STATUSES } from '@tvarit/shared/contracts/alerts'
import { Input, Segmented } from 'antd'
import { type useListState, useSearchField } from '../../../lib/use-list-state.ts'
import styles from './board.module.css'

const LABEL = { PENDING: 'Pending', ATTENDED: 'Attended', REJECTED: 'Rejected' } as const
const STATUS_OPTIONS = [
  { value: '', label: 'All' },
  ...ALERT_STATUSES.map((status) => ({ value: status as string, label: LABEL[status] })),
]

export function AlertFilters({ list, busy }: { list: ReturnType<typeof useListState>; busy: boolean }) {
  const [typed, setTyped] = useSearchField(list)
  return (
    <div className={styles.filters} role="search">
      <Input
        className={styles.search}
        type="search"
        allowClear
        placeholder="Search by name or phone"
        aria-label="Search by name or phone"
        aria-busy={busy}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Segmented
        aria-label="Status"
        options={STATUS_OPTIONS}
        value={list.get('status').toUpperCase()}
        onChange={(status) => list.set('status', status)}
      />
    </div>
  )
}
