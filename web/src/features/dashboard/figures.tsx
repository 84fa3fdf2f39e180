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
import { SilenceStrip } from '../alerts/watch/silence-strip.tsx'
import { AlertsNow } from './alerts-now.tsx'
import { OfficeFigures } from './office-figures.tsx'
import styles from './dashboard.module.css'

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
  { title: 'ID', figures: true, render: ({ id }) => id },
  { title: 'Name', main: true, render: ({ name }) => name },
  { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
  { title: 'Phone Number', figures: true, render: (user) => <PhoneLink phone={user.phone_number} /> },
]

const REFRESH_EVERY_MS = 30_000

export function Figures() {
  const role = useSessionState().session?.user.role ?? 'user'
  const query = useQuery(
    trpc.dashboard.read.queryOptions(undefined, {
      meta: { errorText: TEXTS.dashboard_failed },
      refetchInterval: REFRESH_EVERY_MS,
    }),
  )
  const counts = useOpenCounts()
  // The open alerts are the live ones, as in 'Alerts now' above; the server's count is half a minute old.
  const data = query.data && (counts ? { ...query.data, pending_alerts_count: counts.open } : query.data)
  // Only admins are told how many staff there are; the card does not come and go while it loads.
  const shown = (field: (typeof CARDS)[number]['field']) =>
    data ? data[field] !== undefined : field !== 'total_staff_count' || role === 'admin'
  const cards = CARDS.filter(({ field }) => shown(field))
  return (
    <>
      <PageHead title="Dashboard" />
      {scopeOf('alerts.live', role) ? (
        <>
          <SilenceStrip />
          <AlertsNow />
        </>
      ) : null}
      {query.isError && !data ? (
        <LoadFailed text={TEXTS.dashboard_failed} query={query} />
      ) : (
        <>
          <ul className={styles.cards} aria-label="Figures" aria-busy={!data}>
            {cards.map(({ title, field, to, permission }) => (
              <li key={field}>
                <FigureCard
                  title={title}
                  value={data?.[field]}
                  to={scopeOf(permission, role) ? to : null}
                  urgent={field === 'pending_alerts_count' && Boolean(data?.[field])}
                />
              </li>
            ))}
          </ul>
          {scopeOf('dashboard.office', role) ? <OfficeFigures /> : null}
          <h2 className={styles.subhead}>Recent Users</h2>
          <DataTable
            label="Recent Users"
            columns={COLUMNS}
            rows={data?.recent_10_users}
            empty={<EmptyList text="Nobody has registered yet." />}
          />
        </>
      )}
    </>
  )
}

interface FigureCardProps {
  title: string
  value: number | undefined
  /** Null where this role has no page behind the figure. */
  to: string | null
  urgent: boolean
}

function FigureCard({ title, value, to, urgent }: FigureCardProps) {
  const figure = (
    <Statistic
      styles={{ content: { fontWeight: 700 } }}
      title={title}
      value={value?.toLocaleString('en-IN') ?? ''}
      loading={value === undefined}
    />
  )
  const className = `${styles.card} ${urgent ? styles.urgent : ''}`
  return to ? (
    <Link className={`${className} ${styles.link}`} to={to}>
      {figure}
    </Link>
  ) : (
    <div className={className}>{figure}</div>
  )
}
