import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { ROLE_BADGE, toRole } from '@tvarit/shared/contracts/roles'
import { EmailLink } from '../../../components/email-link.tsx'
import { Card, Facts } from '../../../components/card.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Pill } from '../../../components/pill.tsx'
import { healthFacts } from '../../../lib/health-facts.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { entitlementText } from '../../../lib/entitlement-text.ts'
import { useNarrow } from '../../../lib/use-width.ts'
import { AlertStatusPill } from '../alert-badges.tsx'
import { personName } from '../alert-facts.ts'
import styles from './detail.module.css'

/**
 * What the records need and no call does: health and account of the person, the alert's numbers, the sticker. Folded on a
 * phone. The person's contacts are those who were notified.
 */
export function RecordCards({ alert }: { alert: AlertDetail }) {
  const { user, plan, attending_staff: staff } = alert
  const profile = user?.profile
  const qrcode = user?.qrcode
  return (
    <details className={styles.fold} open={!useNarrow()}>
      <summary>Records</summary>
      <div className={styles.records}>
        {profile ? (
          <Card title="Health">
            <Facts of={healthFacts(profile)} />
          </Card>
        ) : null}
        {user ? (
          <Card title="User and profile">
            {profile?.photo ? (
              <img className={styles.photo} src={profile.photo} alt={`Photo of ${personName(alert)}`} />
            ) : null}
            <Facts
              of={{
                Name: personName(alert),
                Phone: <PhoneLink phone={user.phone_number} />,
                Email: user.email && <EmailLink email={user.email} />,
                Role: ROLE_BADGE[toRole(user.role)],
                ...(profile && {
                  Address: [profile.address, profile.state, profile.pin_code].filter(Boolean).join(', '),
                  Plan: plan && entitlementText(plan),
                  Valid: `${indianDate(profile.start_date)} to ${indianDate(profile.ending_date)}`,
                }),
              }}
            />
          </Card>
        ) : null}
        <Card title="Alert record">
          <Facts
            of={{
              'Alert ID': <span className="numbers">{alert.id}</span>,
              Status: <AlertStatusPill status={alert.status} />,
              Raised: formatDateTime(alert.timestamp),
              Reports: alert.report_count,
              'Attending staff': staff && (
                <>
                  {staff.name}, <PhoneLink phone={staff.phone_number} />
                </>
              ),
              Description: alert.description,
            }}
          />
        </Card>
        {qrcode ? (
          <Card title="QR code" aside={<Pill tone={qrcode.status === 'USED' ? 'red' : 'green'}>{qrcode.status}</Pill>}>
            <div className={`row gap-l ${styles.qr}`}>
              <img src={qrcode.qr_code} width="96" height="96" alt="QR code of the sticker" />
              <Facts
                of={{
                  Serial: <span className="mono">{spokenCode(qrcode.serial_number)}</span>,
                  Coupon: <span className="mono">{spokenCode(qrcode.coupon_code)}</span>,
                }}
              />
            </div>
          </Card>
        ) : alert.drill ? null : (
          <Card title="QR code">
            <Facts of={{ Serial: <span className="mono">{spokenCode(alert.serial_number)}</span> }} />
          </Card>
        )}
      </div>
    </details>
  )
}
