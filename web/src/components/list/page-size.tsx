import { type ListState, PAGE_SIZES } from '../../lib/use-list-state.ts'
import { ListSelect } from './list-select.tsx'

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))

/** How many rows a page has; stands in the address. */
export function PageSize({ list }: { list: ListState }) {
  return (
    <ListSelect
      label="Rows on a page"
      bare
      choices={SIZES}
      value={String(list.paging.page_size)}
      onChange={(size) => list.set('page_size', size === SIZES[0]!.value ? null : size)}
    />
  )
}
