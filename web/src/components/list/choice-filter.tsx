import { Select } from 'antd'
import styles from './filter-bar.module.css'
import { type Choices, type Filter, optionsOf } from './list-filters.tsx'

/** So many choices are searched. */
const MANY = 10

/** Narrows a list to one of several values. `more`: behind 'More filters'. */
export function choiceFilter(name: string, label: string, choices: Choices, more?: true): Filter {
  const options = optionsOf(choices)
  const chosenOf = (value: string) => options.find((option) => option.value === value)
  return {
    name,
    label,
    more,
    textOf: (value) => chosenOf(value)?.label,
    field: (list) => (
      <Select
        className={styles.choice}
        aria-label={label}
        placeholder={label}
        allowClear
        popupMatchSelectWidth={false}
        showSearch={options.length > MANY ? { optionFilterProp: 'label' } : false}
        options={options}
        value={chosenOf(list.get(name))?.value ?? null}
        onChange={(chosen: string | undefined) => list.set(name, chosen ?? null)}
      />
    ),
  }
}
