import type { SubscriberRow } from '@tvarit/shared/contracts/subscribers'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { emailText } from '../../components/email-text.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { DateFilter, FilterBar, SearchBox } from '../../components/list/filter-bar.tsx'
import { ListView } from '../../components/list/list-view.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Portrait } from '../../components/portrait.tsx'
import { formatDate } from '../../lib/dates.ts'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { CsvCard } from './csv-card.tsx'
import { nameOf } from './person-cards.tsx'
import styles from './subscribers.module.css'

const COLUMNS: readonly Column<SubscriberRow>[] = [
  { title: 'Photo', picture: true, render: (row) => <Portrait photo={row.photo} name={nameOf(row)} size={40} /> },
  { title: 'Name', main: true, render: nameOf },
  { title: 'Email', render: ({ email }) => emailText(email) },
  {
    title: 'Mobile',
    figures: true,
    render: ({ phone_number }) => (
      <span className={styles.copied}>
        {phone_number}
        <CopyButton text={phone_number} what="Mobile" />
      </span>
    ),
  },
  { title: 'State', render: ({ state }) => state },
  { title: 'Start Date', figures: true, render: (row) => formatDate(row.start_date) },
  { title: 'End Date', figures: true, render: (row) => formatDate(row.ending_date) },
  { title: 'Actions', actions: true, render: ({ id }) => <LinkButton to={`/subscriber/${id}`}>View</LinkButton> },
]

/** Every subscriber for the office; a subscriber finds only the own row. */
export default function AllSubscribersPage() {
  const role = useSessionState().session?.user.role ?? 'user'
  const list = useListState()
  const start_date = list.get('start_date')
  const ending_date = list.get('ending_date')
  const subscribers = useQuery(
    trpc.subscribers.list.queryOptions(
      {
        ...list.paging,
        search: list.get('search') || undefined,
        start_date: start_date || undefined,
        ending_date: ending_date || undefined,
      },
      { placeholderData: keepPreviousData, meta: { errorText: TEXTS.subscribers_failed } },
    ),
  )
  return (
    <>
      <PageHead title="All Subscribers">
        {scopeOf('subscribers.register_inside', role) ? (
          <LinkButton to="/subscriber-form" primary>
            Add Subscriber
          </LinkButton>
        ) : null}
      </PageHead>
      {scopeOf('subscribers.export', role) ? <CsvCard /> : null}
      <FilterBar>
        <SearchBox
          list={list}
          label="Search by name, email, mobile, serial or coupon"
          busy={subscribers.isPlaceholderData}
        />
        <DateFilter list={list} name="start_date" label="Started from" max={ending_date} />
        <DateFilter list={list} name="ending_date" label="Started until" min={start_date} />
      </FilterBar>
      <ListView
        list={list}
        query={subscribers}
        label="Subscribers"
        columns={COLUMNS}
        failed={TEXTS.subscribers_failed}
        empty={TEXTS.subscribers_empty}
        hint="Whoever registers a sticker appears here."
      />
    </>
  )
}
