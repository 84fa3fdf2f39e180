import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { EXPIRIES, REGISTRARS, SUBSCRIBER_SORTS } from '@tvarit/shared/contracts/list-choices'
import type { SubscriberRow } from '@tvarit/shared/contracts/subscribers'
import { ALL_STATES } from '@tvarit/shared/contracts/states'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmailLink } from '../../components/email-link.tsx'
import { CopiedPhone } from '../../components/copy-button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { choiceFilter } from '../../components/list/choice-filter.tsx'
import { dayFilter } from '../../components/list/day-filter.tsx'
import GoToDay from '../../components/list/go-to-day.tsx'
import { ListView } from '../../components/list/list-view.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Portrait } from '../../components/portrait.tsx'
import { useSessionState } from '../../lib/session.ts'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { CsvDialog } from './csv-dialog.tsx'
import { nameOf } from './person-cards.tsx'

const COLUMNS: readonly Column<SubscriberRow>[] = [
  { title: 'Photo', picture: true, render: (row) => <Portrait photo={row.photo} name={nameOf(row)} size={40} /> },
  { title: 'Name', main: true, sort: 'name', render: nameOf },
  { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
  {
    title: 'Mobile',
    tabular: true,
    render: ({ phone_number }) => <CopiedPhone phone={phone_number} what="Mobile" />,
  },
  { title: 'State', render: ({ state }) => state },
  { title: 'Start Date', tabular: true, sort: 'start_date', render: (row) => indianDate(row.start_date) },
  { title: 'End Date', tabular: true, sort: 'ending_date', render: (row) => indianDate(row.ending_date) },
  { title: 'Actions', actions: true, render: ({ id }) => <LinkButton to={`/subscriber/${id}`}>View</LinkButton> },
]

const EXPIRY = { soon: `In ${LIMITS.expiring_days} days`, over: 'Expired' }
const REGISTRAR = { self: 'Themselves', office: 'The office', partner: 'A sales partner' }
const OFFICE_FILTERS = [
  choiceFilter('state', 'State', Object.fromEntries(ALL_STATES.map((state) => [state, state])), true),
  choiceFilter('plan', 'Plan', { BASIC: 'Basic', GOLD: 'Gold' }, true),
  choiceFilter('expiry', 'Plan ends', EXPIRY, true),
  choiceFilter('registered_by', 'Registered by', REGISTRAR, true),
]

/** Every subscriber for the office; a subscriber finds only the own row. */
export default function AllSubscribersPage() {
  const role = useSessionState().session?.user.role ?? 'user'
  const list = useListState()
  const [asking, setAsking] = useState(false)
  const start_date = list.get('start_date')
  const ending_date = list.get('ending_date')
  const in_period = Boolean(start_date || ending_date)
  const expiry = list.oneOf('expiry', EXPIRIES)
  // What a filter gives its own order to cannot be sorted by the other day.
  const sorts = SUBSCRIBER_SORTS.filter(
    (column) => !(expiry && column === 'start_date') && !(in_period && column === 'ending_date'),
  )
  const query = {
    ...list.paging,
    start_date: start_date || undefined,
    ending_date: ending_date || undefined,
    state: list.oneOf('state', ALL_STATES),
    plan: list.oneOf('plan', ['BASIC', 'GOLD'] as const),
    expiry,
    registered_by: list.oneOf('registered_by', REGISTRARS),
    sort: list.sort(sorts),
  }
  const office = scopeOf('subscribers.export', role) !== null
  const subscribers = useQuery(trpc.subscribers.list.queryOptions(query, listOptions(TEXTS.subscribers_failed)))
  return (
    <>
      <PageHead title="All Subscribers">
        {scopeOf('subscribers.register_inside', role) ? (
          <LinkButton to="/subscriber-form" primary>
            Add Subscriber
          </LinkButton>
        ) : null}
      </PageHead>
      <ListView
        list={list}
        query={subscribers}
        label="Subscribers"
        columns={COLUMNS}
        search="Search by name, email, mobile, state, serial or coupon"
        filters={[
          dayFilter('start_date', 'Started from', { max: ending_date }),
          dayFilter('ending_date', 'Started until', { min: start_date }),
          ...(office ? OFFICE_FILTERS : []),
        ]}
        failed={TEXTS.subscribers_failed}
        empty={TEXTS.subscribers_empty}
        hint="Each registered subscriber appears here."
        goTo={<GoToDay list={list} />}
        order={{
          usual: expiry ? `${expiry === 'over' ? '-' : ''}ending_date` : '-start_date',
          kinds: Object.fromEntries(sorts.map((column) => [column, column === 'name' ? 'name' : 'day'])),
        }}
        file={
          office
            ? {
                path: '/api/users/subscribers/list/download/',
                query,
                others: [{ label: 'Download CSV by start dates', onClick: () => setAsking(true) }],
              }
            : undefined
        }
        pageOf={({ id }) => `/subscriber/${id}`}
      />
      {asking ? <CsvDialog onClose={() => setAsking(false)} /> : null}
    </>
  )
}
