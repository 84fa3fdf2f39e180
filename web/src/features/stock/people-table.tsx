import type { StockPerson } from '@tvarit/shared/contracts/stock'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { LinkButton } from '../../components/link-button.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { ListView } from '../../components/list/list-view.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { formatCount } from '../../lib/format-count.ts'
import { LEVEL_NAMES } from './wording.ts'

/** This month, by a partner and all below. */
const activatedOf = ({ activated_month, below }: StockPerson) => activated_month + below.activated_month

interface PeopleTableProps {
  /** Left out: directly below the caller. */
  under?: number | undefined
  title: string
  searchable?: boolean
  /** Null for a reader who moves nothing here. */
  onMove: ((kind: 'give' | 'take_back', partner: StockPerson) => void) | null
}

/** Those directly below, each with the own stock and that of all below. */
export function PeopleTable({ under, title, searchable = false, onMove }: PeopleTableProps) {
  const list = useListState()
  const narrowed = { under, search: list.get('search') || undefined }
  const query = useQuery(
    trpc.stock.people.queryOptions({ ...list.paging, ...narrowed }, listOptions(TEXTS.stock_failed)),
  )
  const columns: readonly Column<StockPerson>[] = [
    {
      title: 'Partner',
      main: true,
      render: ({ name }) => name,
      renderBeside: ({ firm_name, role }) => (
        <SecondLine>{[firm_name, LEVEL_NAMES[role]].filter(Boolean).join(' · ')}</SecondLine>
      ),
    },
    {
      title: 'In stock',
      tabular: true,
      render: ({ available }) => formatCount(available),
      sum: ({ available }) => available,
    },
    {
      title: 'Below them',
      tabular: true,
      render: ({ role, below }) =>
        role === 'retailer'
          ? '-'
          : `${formatCount(below.available)} with ${below.people === 1 ? '1 person' : `${formatCount(below.people)} people`}`,
    },
    {
      title: 'Activated this month',
      tabular: true,
      render: (row) => formatCount(activatedOf(row)),
      sum: activatedOf,
    },
    {
      title: 'Actions',
      actions: true,
      render: (row) => (
        <>
          <LinkButton to={`/stock/${row.id}`}>View</LinkButton>
          {onMove ? <Button onClick={() => onMove('give', row)}>Give</Button> : null}
          {onMove && row.available > 0 ? <Button onClick={() => onMove('take_back', row)}>Take back</Button> : null}
        </>
      ),
    },
  ]
  return (
    <section className={under === undefined ? 'above' : 'part'} aria-labelledby="stock-people">
      <h2 id="stock-people" className={under === undefined ? 'visually-hidden' : 'text-xl below'}>
        {title}
      </h2>
      <ListView
        list={list}
        query={query}
        label={title}
        columns={columns}
        search={searchable ? 'Search by name, email, phone or firm' : undefined}
        failed={TEXTS.stock_failed}
        empty="Nobody is registered below yet"
        file={{ path: '/api/sales/stock/people/download/', query: narrowed }}
        pageOf={({ id }) => `/stock/${id}`}
      />
    </section>
  )
}
