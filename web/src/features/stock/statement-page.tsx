import type { Statement } from '@tvarit/shared/contracts/stock'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ColumnChart } from '../../components/charts/column-chart.tsx'
import { Card } from '../../components/card.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyList } from '../../components/list/empty-list.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { MenuButton } from '../../components/menu-button.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { download } from '../../lib/download.ts'
import { useSessionState } from '../../lib/session.ts'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useAddress } from '../../lib/use-address.ts'
import { formatCount } from '../../lib/format-count.ts'
import { PartnerField } from './partner-field.tsx'
import styles from './stock.module.css'
import { LEVEL_NAMES, monthText, stickers } from './wording.ts'

/** Who sold how many stickers by month: the caller and all below, for an admin all partners, or one chosen and all below. */
export default function StatementPage() {
  const { params, change } = useAddress()
  const role = useSessionState().session?.user.role
  const month = params.get('month') ?? undefined
  const holder_id = Number(params.get('holder_id')) || undefined
  const query = useQuery(
    trpc.stock.statement.queryOptions(
      { holder_id, month: month && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined },
      listOptions(TEXTS.statement_failed),
    ),
  )
  return (
    <>
      <PageHead title="Sales by month" note="A sticker is sold when its customer registers; the sale is its holder's.">
        {query.data ? <SalesExport statement={query.data} holder_id={holder_id} /> : null}
      </PageHead>
      <div className={`row gap-l below ${styles.filters}`}>
        {role === 'retailer' ? null : (
          <PartnerField
            label="Partner, with all below"
            partner={chosenOf(holder_id, query.data)}
            onPartner={(partner) => change({ holder_id: partner && String(partner.id) }, true)}
          />
        )}
        {query.data ? (
          <SelectField<string>
            label="Month"
            value={query.data.month}
            options={query.data.months.toReversed().map((each) => ({
              value: each.month,
              label: `${monthText(each.month)}: ${formatCount(each.own + each.below)}`,
            }))}
            onChange={(next) => change({ month: next }, true)}
          />
        ) : null}
      </div>
      <Loaded query={query} loading="Loading sales" failed={TEXTS.statement_failed} rows={8}>
        {(statement) => <StatementOf statement={statement} holder_id={holder_id} stale={query.isPlaceholderData} />}
      </Loaded>
    </>
  )
}

const chosenOf = (id: number | undefined, statement: Statement | undefined) =>
  id === undefined ? null : { id, text: statement?.holder?.id === id ? statement.holder.name : `Partner ${id}` }

type Seller = Statement['sellers'][number]

const COLUMNS: readonly Column<Seller>[] = [
  {
    title: 'Partner',
    main: true,
    render: ({ name, firm_name, role }) => (
      <>
        {name}
        <SecondLine>{[firm_name, LEVEL_NAMES[role]].filter(Boolean).join(' · ')}</SecondLine>
      </>
    ),
  },
  {
    title: 'Activated',
    tabular: true,
    render: ({ activated }) => formatCount(activated),
    sum: ({ activated }) => activated,
  },
]

interface StatementOfProps {
  statement: Statement
  holder_id: number | undefined
  stale: boolean
}

function StatementOf({ statement, holder_id, stale }: StatementOfProps) {
  const { holder, months, month, sellers, sellers_count } = statement
  const total = months.reduce((sum, { own, below }) => sum + own + below, 0)
  return (
    <div className="cards gap-l">
      <section aria-label={`Who sold in ${monthText(month)}`}>
        <DataTable
          label={`Who sold in ${monthText(month)}`}
          columns={COLUMNS}
          rows={sellers}
          whole={sellers_count === sellers.length}
          stale={stale}
          empty={<EmptyList text="No sticker was activated in this month." />}
        />
        {sellers_count > sellers.length ? (
          <p className="muted">
            The {formatCount(sellers.length)} who sold most, of {formatCount(sellers_count)}. The CSV has all of them.
          </p>
        ) : null}
      </section>
      <Card title="Last twelve months">
        <ColumnChart
          title="Activated stickers"
          summary={`${stickers(total)} activated in twelve months`}
          columns={months.map((each) => ({ name: monthText(each.month).slice(0, 3), value: each.own + each.below }))}
        />
        {holder && holder.role !== 'retailer' ? (
          <p className="muted">
            {formatCount(months.reduce((sum, { own }) => sum + own, 0))} from {holder_id ? 'their' : 'the'} own stock,
            the rest by those below.
          </p>
        ) : null}
      </Card>
    </div>
  )
}

/** All sellers of a month, or of the last twelve. */
function SalesExport({ statement, holder_id }: { statement: Statement; holder_id: number | undefined }) {
  const { month, months } = statement
  const save = useMutation({
    mutationFn: (range: { from: string; to: string }) => {
      const query = new URLSearchParams({ ...range, ...(holder_id ? { holder_id: String(holder_id) } : {}) })
      return download(`/api/sales/statement/download/?${query.toString()}`, 'sales.csv')
    },
    meta: { errorText: TEXTS.csv_failed },
  })
  return (
    <MenuButton
      loading={save.isPending}
      items={[
        { label: `${monthText(month)} as CSV`, onClick: () => save.mutate({ from: month, to: month }) },
        {
          label: 'Twelve months as CSV',
          onClick: () => save.mutate({ from: months[0]!.month, to: months.at(-1)!.month }),
        },
      ]}
    >
      Export
    </MenuButton>
  )
}
