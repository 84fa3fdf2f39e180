import { useMutation } from '@tanstack/react-query'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { download } from '../../lib/download.ts'

/** The file of a list: its path, and the query that is shown. */
export interface ListFile {
  path: string
  query: Readonly<Record<string, string | number | boolean | undefined>>
}

/** Everything that a list holds as CSV, whatever the page. */
export function FileButton({ path, query }: ListFile) {
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
    <Button
      loading={save.isPending}
      title="Everything this list holds, as it is narrowed and ordered"
      onClick={() => save.mutate()}
    >
      Save as CSV
    </Button>
  )
}
