import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Input } from 'antd'
import { MenuButton } from '../../../components/menu-button.tsx'
import { type useListState, useSearchField } from '../../../lib/use-list-state.ts'
import { STATUS_LABELS } from '../alert-badges.tsx'
import styles from './board.module.css'
import { countedInside } from '../../../lib/length-note.ts'

const STATUS_OPTIONS = [
  { value: '', label: 'All' },
  ...STATUS_LABELS.map(({ status, label }) => ({ value: status as string, label })),
]

export function AlertFilters({ list, busy }: { list: ReturnType<typeof useListState>; busy: boolean }) {
  const [typed, setTyped] = useSearchField(list)
  const status = list.get('status').toUpperCase()
  return (
    <div className={styles.filters} role="search">
      <Input
        className={styles.search}
        type="search"
        allowClear
        placeholder="Search by name or phone"
        aria-label="Search by name or phone"
        aria-busy={busy}
        {...countedInside(LIMITS.search)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <MenuButton
        items={STATUS_OPTIONS.map(({ value, label }) => ({
          label,
          checked: value === status,
          onClick: () => list.set('status', value),
        }))}
      >
        {`Status: ${STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? 'All'}`}
      </MenuButton>
    </div>
  )
}
