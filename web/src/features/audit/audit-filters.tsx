import { AUDIT_ACTIONS } from '@tvarit/shared/contracts/audit'
import { DateFilter, FilterBar, SelectInput } from '../../components/list/filter-bar.tsx'
import { dayInIndia } from '../../lib/dates.ts'
import type { ListState } from '../../lib/use-list-state.ts'
import { useNow } from '../../lib/use-now.ts'

const CHOICES = Object.entries(AUDIT_ACTIONS).toSorted(([, a], [, b]) => a.localeCompare(b))

export function AuditFilters({ list }: { list: ListState }) {
  const today = dayInIndia(useNow())
  return (
    <FilterBar>
      <SelectInput label="What" value={list.get('action')} onChange={(action) => list.set('action', action)}>
        <option value="">Everything</option>
        {CHOICES.map(([action, words]) => (
          <option key={action} value={action}>
            {words}
          </option>
        ))}
      </SelectInput>
      <DateFilter list={list} name="from" label="From" max={list.get('to') || today} />
      <DateFilter list={list} name="to" label="To" min={list.get('from')} max={today} />
    </FilterBar>
  )
}
