import type { Dashboard } from '@tvarit/shared/contracts/dashboard'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Statistic } from 'antd'
import { Link } from 'react-router'
import { EmailLink } from '../../components/email-link.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { DataTable, type Column } from '../../components/list/data-table.tsx'
import { EmptyList } from '../../components/list/empty-list.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useOpenCounts } from '../alerts/open-counts.ts'
import styles from './dashboard.module.css'
import { NeedsNow } from './needs-now.tsx'
import { AlertsByHour, TimeToClaim } from './office-charts.tsx'
import { OFFICE } from './office-query.ts'

/** Titles as the specification writes them. */
const CARDS = [
  { title: 'Total Suscribers', field: 'total_users', to: '/all-subscribers', permission: 'subscribers.read' },
  {
    title: 'Generated QR Codes',
    field: 'total_generated_qr_count',
    to: '/coupon-management',
    permission: 'coupons.read',
  },
  {
    title: 'Used QR Codes',
    field: 'total_used_qrs_count',
    to: '/coupon-management?status=USED',
    permission: 'coupons.read',
  },
  {
    title: 'Pending Alerts',
    field: 'pending_alerts_count',
    to: '/qr-alerts?status=PENDING',
    permission: 'alerts.live',
  },
  { title: 'Total Staff', field: 'total_staff_count', to: '/staff-users', permission: 'staff_users.manage' },
] as const

type RecentUser = Dashboard['recent_10_users'][number]

const COLUMNS: readonly Column<RecentUser>[] = [
  { title: 'ID', tabular: true, render: ({ id }) => id },
  { title: 'Name', main: true, render: ({ name }) => name },
  { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
  { title: 'Phone Number', tabular: true, render: (user) => <PhoneLink phone={user.phone_number} /> },
]

const REFRESH_EVERY_MS = 30_000

export function Statistics() {
  const role = useSessionState().session?.user.role ?? 'user'
  const query = useQuery(
    trpc.dashboard.read.queryOptions(undefined, {
      meta: { errorText: TEXTS.dashboard_failed },
      refetchInterval: REFRESH_EVERY_MS,
    }),
  )
  const is_office = scopeOf('dashboard.office', role) !== null
  const office = useQuery({ ...OFFICE, enabled: is_office, refetchInterval: REFRESH_EVERY_MS }).data
  const counts = useOpenCounts()
  // The open alerts are the live ones, as everywhere; the server's count is half a minute old.
  const data = query.data && (counts ? { ...query.data, pending_alerts_count: counts.open } : query.data)
  // Only admins see how many staff there are; the card does not come and go while it loads.
  const shown = (field: (typeof CARDS)[number]['field']) =>
    data ? data[field] !== undefined : field !== 'total_staff_count' || role === 'admin'
  const cards = CARDS.filter(({ field }) => shown(field))
  return (
    <>
      <PageHead title="Dashboard" />
      {scopeOf('alerts.live', role) ? <NeedsNow office={office} /> : null}
      {query.isError && !data ? (
        <LoadFailed text={TEXTS.dashboard_failed} query={query} />
      ) : (
        <>
          <ul className={styles.cards} aria-label="Figures" aria-busy={!data}>
            {cards.map(({ title, field, to, permission }) => (
              <StatisticCard
                key={field}
                title={title}
                value={data?.[field]}
                to={scopeOf(permission, role) ? to : null}
                urgent={field === 'pending_alerts_count' && Boolean(counts?.unclaimed)}
              />
            ))}
            {is_office ? (
              <StatisticCard
                title="Renewals due"
                note="in 30 days"
                value={office?.renewals_due}
                to="/all-subscribers?expiry=soon"
                urgent={false}
              />
            ) : null}
          </ul>
          <div className="cards gap-m above">
            {is_office ? (
              <div className="stack gap-m">
                <AlertsByHour office={office} />
                <TimeToClaim />
              </div>
            ) : null}
            <section className={styles.recent} aria-labelledby="recent">
              <h2 id="recent">Recent Users</h2>
              <DataTable
                label="Recent Users"
                columns={COLUMNS}
                rows={data?.recent_10_users}
                empty={<EmptyList text="Nobody has registered yet." />}
              />
            </section>
          </div>
        </>
      )}
    </>
  )
}

interface StatisticCardProps {
  title: string
  value: number | undefined
  /** Null where this role has no page behind the figure. */
  to: string | null
  note?: string
  urgent: boolean
}

function StatisticCard({ title, value, to, note, urgent }: StatisticCardProps) {
  const figure = (
    <Statistic
      styles={{ content: { fontWeight: 700 } }}
      title={title}
      value={value?.toLocaleString('en-IN') ?? ''}
      suffix={note ? <span className="soft">{note}</span> : null}
      loading={value === undefined}
    />
  )
  const className = `panel ${styles.card} ${urgent ? styles.urgent : ''}`
  return (
    <li>
      {to ? (
        <Link className={`${className} ${styles.link}`} to={to}>
          {figure}
        </Link>
      ) : (
        <div className={className}>{figure}</div>
      )}
    </li>
  )
}
