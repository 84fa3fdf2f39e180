import { Select } from 'antd'
import styles from './filter-bar.module.css'
import type { Filter } from './list-filters.tsx'

/** So many choices are searched. */
const MANY = 10

/** Narrows a list to one of several values. `more`: behind 'More filters'. */
export const choiceFilter = (
  name: string,
  label: string,
  choices: readonly { value: string; label: string }[],
  more?: true,
): Filter => {
  const chosenOf = (value: string) => choices.find((choice) => choice.value === value)
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
        showSearch={choices.length > MANY ? { optionFilterProp: 'label' } : false}
        options={[...choices]}
        value={chosenOf(list.get(name))?.value ?? null}
        onChange={(chosen: string | undefined) => list.set(name, chosen ?? null)}
      />
    ),
  }
}
