import { UNREGISTERED } from '@tvarit/shared/contracts/figures'
import { ALL_STATES } from '@tvarit/shared/contracts/states'
import { Segmented } from 'antd'
import { DateInput, FilterBar, SelectInput } from '../../components/list/filter-bar.tsx'
import styles from './figures.module.css'
import { type FigureFilters as Filters, MEASURES, type Measure, QUICK_DAYS } from './use-figure-filters.ts'
import { MEASURE_CHOICES } from './wording.ts'

export function FigureFilters({ filters }: { filters: Filters }) {
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
        <DateInput label="From" value={from} max={to} onChange={(day) => day && filters.setRange({ from: day, to })} />
        <DateInput
          label="To"
          value={to}
          min={from}
          max={today}
          onChange={(day) => day && filters.setRange({ from, to: day })}
        />
        <SelectInput label="State" value={state} onChange={filters.setState}>
          <option value="">All</option>
          <option value={UNREGISTERED}>Unregistered stickers</option>
          {ALL_STATES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectInput>
      </FilterBar>
      <div className={styles.measure}>
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
