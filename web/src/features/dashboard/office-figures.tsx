import { TEXTS } from '@tvarit/shared/contracts/texts'
import { dayText } from '@tvarit/shared/contracts/indian-time'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { ColumnChart } from '../../components/charts/column-chart.tsx'
import { FigureCard, FigureCards } from '../../components/figure-card.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyList } from '../../components/list/empty-list.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { figure } from '../../lib/figure.ts'
import type { StockPerson } from '@tvarit/shared/contracts/stock'
import styles from './dashboard.module.css'

/** What an admin runs the company by: renewals, failed messages, growth, and the stock of the sales partners. */
export function OfficeFigures() {
  const query = useQuery(trpc.dashboard.office.queryOptions(undefined, { meta: { silent: true } }))
  const stock = useQuery(trpc.stock.get.queryOptions({}, { meta: { silent: true } })).data
  if (query.isError && !query.data) {
    return <LoadFailed text={TEXTS.dashboard_failed} query={query} />
  }
  const { data } = query
  const begun = data?.weeks.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <h2 className={styles.subhead}>The company</h2>
      <FigureCards label="The company" busy={!data}>
        <FigureCard
          title="Renewals due"
          value={data && figure(data.renewals_due)}
          note="plans that end within 30 days"
          to="/all-subscribers?expiry=soon"
        />
        <FigureCard
          title="Failed messages"
          value={data && figure(data.failed_messages)}
          note="in the last 24 hours"
          bad={Boolean(data?.failed_messages)}
          next="See under Operations why, and send them again."
          to="/ops"
        />
        <FigureCard
          title="Stickers with partners"
          value={stock && figure(stock.below.available)}
          note={stock ? `${figure(stock.below.activated_month)} activated this month` : ''}
        />
      </FigureCards>
      <div className={styles.columns}>
        <Card title="Growth">
          {data ? (
            <ColumnChart
              title="Plans that began, by week"
              summary={`${figure(begun ?? 0)} plans began in twelve weeks`}
              columns={data.weeks.map(({ week, count }) => ({ name: dayText(week).slice(0, 6), value: count }))}
            />
          ) : null}
        </Card>
        <PartnerStock />
      </div>
    </>
  )
}

const COLUMNS: readonly Column<StockPerson>[] = [
  {
    title: 'Partner',
    main: true,
    render: ({ name, firm_name }) => (
      <>
        {name}
        <SecondLine>{firm_name}</SecondLine>
      </>
    ),
  },
  { title: 'In stock', figures: true, render: ({ available }) => figure(available) },
  { title: 'Below', figures: true, render: ({ below }) => figure(below.available) },
  {
    title: 'Sold this month',
    figures: true,
    render: (row) => figure(row.activated_month + row.below.activated_month),
  },
]

const SHOWN = 5

function PartnerStock() {
  const query = useQuery(trpc.stock.people.queryOptions({ page_size: SHOWN }, { meta: { silent: true } }))
  return (
    <Card title="Stock by partner" aside={<LinkButton to="/stock">All partners</LinkButton>}>
      {query.isError && !query.data ? (
        <LoadFailed text={TEXTS.stock_failed} query={query} />
      ) : (
        <DataTable
          label="Stock by partner"
          size="small"
          columns={COLUMNS}
          rows={query.data?.results}
          empty={<EmptyList text="No sales partner yet" />}
        />
      )}
    </Card>
  )
}
