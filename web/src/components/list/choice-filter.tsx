import type { ListState } from '../../lib/use-list-state.ts'
import { ListSelect } from './list-select.tsx'

interface ChoiceFilterProps {
  list: ListState
  name: string
  label: string
  /** The first choice is the one for everything, with the value ''. */
  choices: readonly { value: string; label: string }[]
}

/** A filter with many choices, or one of several filters. */
export function ChoiceFilter({ list, name, label, choices }: ChoiceFilterProps) {
  const value = list.get(name)
  return (
    <ListSelect
      label={label}
      choices={choices}
      value={choices.some((choice) => choice.value === value) ? value : ''}
      onChange={(chosen) => list.set(name, chosen)}
    />
  )
}
