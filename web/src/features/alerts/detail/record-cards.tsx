import type { Profile } from '@tvarit/shared/contracts/accounts'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { contactsOf } from '@tvarit/shared/contracts/emergency-contacts'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { ROLE_BADGE, toRole } from '@tvarit/shared/contracts/roles'
import { EmailLink } from '../../../components/email-link.tsx'
import { Card, Facts } from '../../../components/card.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Pill } from '../../../components/pill.tsx'
import { healthFacts } from '../../../lib/health-facts.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { entitlementText } from '../../../lib/entitlement-text.ts'
import { AlertStatusPill } from '../alert-badges.tsx'
import { personName } from '../alert-facts.ts'
import { PhoneLine } from '../contact-lines.tsx'
import styles from './detail.module.css'

/** All that the person gave of their health. */
export function HealthCard({ alert: { user } }: { alert: AlertDetail }) {
  if (!user?.profile) return null
  return (
    <Card title="Health">
      <Facts of={healthFacts(user.profile)} />
    </Card>
  )
}

/** Photo, address, plan and the people to call. */
export function ProfileCard({ alert: { user, plan, ...alert } }: { alert: AlertDetail }) {
  if (!user?.profile) return null
  const { profile } = user
  return (
    <Card title="Profile">
      <div className={styles.person}>
        {profile.photo ? (
          <img className={styles.photo} src={profile.photo} alt={`Photo of ${personName({ ...alert, user })}`} />
        ) : null}
        <Facts
          of={{
            Address: [profile.address, profile.state, profile.pin_code].filter(Boolean).join(', '),
            Plan: plan && entitlementText(plan),
            Valid: `${indianDate(profile.start_date)} to ${indianDate(profile.ending_date)}`,
          }}
        />
      </div>
      <h3 className={styles.subhead}>Emergency contacts</h3>
      <Contacts profile={profile} />
    </Card>
  )
}

/** What the records need and no call does: the alert's numbers, the account, the sticker. */
export function RecordCards({ alert }: { alert: AlertDetail }) {
  const { user, attending_staff: staff } = alert
  const qrcode = user?.qrcode
  return (
    <div className={styles.records}>
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
      {user ? (
        <Card title="User">
          <Facts
            of={{
              Name: personName(alert),
              Phone: <PhoneLine phone={user.phone_number} what="Phone" />,
              Email: user.email && <EmailLink email={user.email} />,
              Role: ROLE_BADGE[toRole(user.role)],
            }}
          />
        </Card>
      ) : null}
      {qrcode ? (
        <Card title="QR code" aside={<Pill tone={qrcode.status === 'USED' ? 'red' : 'green'}>{qrcode.status}</Pill>}>
          <div className={styles.qr}>
            <img src={qrcode.qr_code} width="112" height="112" alt="QR code of the sticker" />
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
  )
}

function Contacts({ profile }: { profile: Profile }) {
  const rows = contactsOf(profile).filter(({ name, mobile }) => name || mobile)
  if (rows.length === 0) return <p className="soft">None given.</p>
  return (
    <ul className={styles.contacts}>
      {rows.map(({ relation, name, mobile }) => (
        <li key={relation}>
          <span className="soft">{relation}</span>
          <span>{name ?? '-'}</span>
          {mobile ? (
            <span className={styles.place}>
              <PhoneLink phone={mobile} />
              <CopyButton text={mobile} what={`${relation} mobile`} />
            </span>
          ) : (
            <span>-</span>
          )}
        </li>
      ))}
    </ul>
  )
}
