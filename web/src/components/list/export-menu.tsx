import { useMutation } from '@tanstack/react-query'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { download } from '../../lib/download.ts'
import { MenuButton, type MenuItem } from '../menu-button.tsx'

/** The file of a list: its path, and the query that is shown. */
export interface ListFile {
  path: string
  query: Readonly<Record<string, string | number | boolean | undefined>>
  /** Other files of the page. */
  others?: readonly MenuItem[]
}

/** The files of a list. The first holds all its rows, in the order and by the filters that are shown. */
export function ExportMenu({ path, query, others = [] }: ListFile) {
  const save = useMutation({
    mutationFn: () => {
      const { page: _page, page_size: _size, cursor: _cursor, go_to: _to, ...narrowed } = query
      const given = Object.entries(narrowed).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      )
      return download(`${path}?${new URLSearchParams(given).toString()}`, 'list.csv')
    },
    meta: { errorText: TEXTS.csv_failed },
  })
  return (
    <MenuButton
      loading={save.isPending}
      items={[{ label: 'This list as CSV', onClick: () => save.mutate() }, ...others]}
    >
      Export
    </MenuButton>
  )
}
