import { type ListState, PAGE_SIZES } from '../../lib/use-list-state.ts'
import { MenuButton } from '../menu-button.tsx'

/** How many rows a page has; stands in the address. */
export const PageSize = ({ list }: { list: ListState }) => (
  <MenuButton
    aria-label={`${list.paging.page_size} rows on a page`}
    items={PAGE_SIZES.map((size) => ({
      label: `${size} rows`,
      checked: size === list.paging.page_size,
      onClick: () => list.set('page_size', size === PAGE_SIZES[0] ? null : String(size)),
    }))}
  >
    {list.paging.page_size} rows
  </MenuButton>
)
