import { Segmented } from 'antd'
import type { ListState } from '../../lib/use-list-state.ts'

const OPTIONS = [
  { value: '', label: 'List' },
  { value: 'map', label: 'Map' },
]

/** List or map; stands in the address like every filter. */
export function ViewSwitch({ list }: { list: ListState }) {
  return (
    <Segmented
      aria-label="View"
      options={OPTIONS}
      value={list.get('view') === 'map' ? 'map' : ''}
      onChange={(view) => list.set('view', view)}
    />
  )
}
