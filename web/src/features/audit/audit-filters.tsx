import { AUDIT_ACTIONS } from '@tvarit/shared/contracts/audit'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { SelectField } from '../../components/form/select-field.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { DateFilter } from '../../components/list/date-filter.tsx'
import type { ListState } from '../../lib/use-list-state.ts'
import { useNow } from '../../lib/use-now.ts'

const CHOICES = Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label }))
const OPTIONS = [{ value: '', label: 'Everything' }, ...CHOICES.toSorted((a, b) => a.label.localeCompare(b.label))]

export function AuditFilters({ list }: { list: ListState }) {
  const today = indianDay(useNow())
  return (
    <FilterBar>
      <SelectField
        label="What"
        showSearch={{ optionFilterProp: 'label' }}
        options={OPTIONS}
        value={list.get('action')}
        onChange={(action) => list.set('action', action)}
      />
      <DateFilter list={list} name="from" label="From" max={list.get('to') || today} />
      <DateFilter list={list} name="to" label="To" min={list.get('from')} max={today} />
    </FilterBar>
  )
}
