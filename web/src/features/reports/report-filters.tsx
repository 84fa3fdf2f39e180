import { ALL_STATES } from '@tvarit/shared/contracts/states'
import { Segmented } from 'antd'
import { DateField, daysOnly } from '../../components/form/date-field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { type ReportFilters as Filters, MEASURES, type Measure, QUICK_DAYS } from './use-report-filters.ts'
import { MEASURE_CHOICES, UNREGISTERED_NAME, UNREGISTERED_STATE } from './wording.ts'

const STATE_OPTIONS = [
  { value: '', label: 'All' },
  { value: UNREGISTERED_STATE, label: UNREGISTERED_NAME },
  ...ALL_STATES.map((state) => ({ value: state, label: state })),
]

export function ReportFilters({ filters }: { filters: Filters }) {
  const { from, to, today, days, state, measure } = filters
  return (
    <>
      <FilterBar>
        <Segmented
          aria-label="Range"
          options={QUICK_DAYS.map((quick) => ({ value: String(quick), label: `${quick} days` }))}
          // Nothing is chosen while two other days are shown.
          value={days === null ? '' : String(days)}
          onChange={(quick) => filters.setDays(Number(quick))}
        />
        <DateField
          label="From"
          value={from}
          max={to}
          onChange={daysOnly((day) => day && filters.setRange({ from: day, to }))}
        />
        <DateField
          label="To"
          value={to}
          min={from}
          max={today}
          onChange={daysOnly((day) => day && filters.setRange({ from, to: day }))}
        />
        <SelectField
          label="State"
          showSearch={{ optionFilterProp: 'label' }}
          options={STATE_OPTIONS}
          value={state}
          onChange={filters.setState}
        />
      </FilterBar>
      <div className="below">
        <Segmented
          aria-label="What the charts show"
          options={MEASURES.map((value) => ({ value, label: MEASURE_CHOICES[value] }))}
          value={measure}
          onChange={(chosen: Measure) => filters.setMeasure(chosen)}
        />
      </div>
    </>
  )
}
