import type { StockMove } from '@tvarit/shared/contracts/stock'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { LinkButton } from '../../components/link-button.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyList } from '../../components/list/empty-list.tsx'
import { ExportMenu } from '../../components/list/export-menu.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { shownPage } from '../../lib/shown-page.ts'
import pager from '../../components/pager.module.css'
import { formatCount } from '../../lib/format-count.ts'
import { batchName, holderName } from './wording.ts'

const COLUMNS: readonly Column<StockMove>[] = [
  { title: 'Date', tabular: true, render: ({ created_at }) => formatDateMinute(created_at) },
  { title: 'Transfer', main: true, render: ({ from, to }) => `${holderName(from)} to ${holderName(to)}` },
  {
    title: 'Stickers',
    render: ({ batch, numbers, note }) => (
      <>
        {batch ? batchName(batch) : 'By serial numbers'}
        {numbers ? <SecondLine>Numbers {numbers}</SecondLine> : null}
        {note ? <SecondLine>{note}</SecondLine> : null}
      </>
    ),
  },
  { title: 'Count', tabular: true, render: ({ count }) => formatCount(count) },
  { title: 'Actions', actions: true, render: ({ id }) => <LinkButton to={`/stock/transfers/${id}`}>Note</LinkButton> },
]

/** The paper trail of one holder; of the company all transfers. Its paging is its own: the address belongs to the people. */
export function MovesTable({ holder_id }: { holder_id: number | undefined }) {
  const [place, setPlace] = useState<{ page: number; cursor?: string | undefined }>({ page: 1 })
  const query = useQuery(trpc.stock.moves.queryOptions({ holder_id, ...place }, listOptions(TEXTS.stock_moves_failed)))
  const { data } = query
  const page = shownPage(place.page, data?.previous ?? null)
  const go = (path: string | null | undefined, page: number) =>
    path &&
    setPlace({
      page,
      // The first page is read from its beginning: a new transfer stands there.
      cursor: page > 1 ? (new URL(path, location.origin).searchParams.get('cursor') ?? undefined) : undefined,
    })
  return (
    <section className="part" aria-labelledby="stock-moves">
      <div className="row baseline between gap-l below">
        <h2 id="stock-moves" className="text-xl">
          Paper trail
        </h2>
        {data?.results.length ? <ExportMenu path="/api/sales/stock/moves/download/" query={{ holder_id }} /> : null}
      </div>
      {query.isError && !data ? (
        <LoadFailed text={TEXTS.stock_moves_failed} query={query} />
      ) : (
        <DataTable
          label="Paper trail"
          columns={COLUMNS}
          rows={data?.results}
          stale={query.isPlaceholderData}
          empty={<EmptyList text={TEXTS.stock_moves_empty} />}
        />
      )}
      {data && (data.next || data.previous) ? (
        <nav className={pager.pager} aria-label="Pages of the paper trail">
          <Button disabled={!data.previous} onClick={() => go(data.previous, page - 1)}>
            Previous
          </Button>
          <span className="numbers">
            Page {page} of {formatCount(data.total_pages)}
            {data.count_capped ? '+' : ''}
          </span>
          <Button disabled={!data.next} onClick={() => go(data.next, page + 1)}>
            Next
          </Button>
        </nav>
      ) : null}
    </section>
  )
}
