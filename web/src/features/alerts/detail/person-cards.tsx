import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { Profile } from '@tvarit/shared/contracts/accounts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { contactsOf } from '@tvarit/shared/contracts/emergency-contacts'
import { ROLE_BADGE, toRole } from '@tvarit/shared/contracts/roles'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Card, Fact, Facts } from '../../../components/card.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatDate } from '../../../lib/dates.ts'
import { personName } from '../alert-facts.ts'
import { PhoneLine } from '../contact-lines.tsx'
import { entitlementText } from '../../../lib/entitlement-text.ts'
import styles from './detail.module.css'

/** Whom the alert is about: person, health, contacts, sticker. A sticker nobody registered has only itself. */
export function PersonCards({ alert }: { alert: AlertDetail }) {
  const { user } = alert
  if (!user) {
    return (
      <Card title="User">
        <p>
          {alert.drill ? (
            'A drill of the office has no person and no sticker.'
          ) : (
            <>
              Nobody has registered this sticker (<span className={styles.code}>{spokenCode(alert.serial_number)}</span>
              ). Ask the bystander who needs help.
            </>
          )}
        </p>
      </Card>
    )
  }
  const { profile, qrcode } = user
  return (
    <>
      <Card title="User">
        <div className={styles.person}>
          {profile?.photo ? (
            <img className={styles.photo} src={profile.photo} alt={`Photo of ${personName(alert)}`} />
          ) : null}
          <Facts>
            <Fact label="Name">{personName(alert)}</Fact>
            <Fact label="Phone">
              <PhoneLine phone={user.phone_number} what="Phone" />
            </Fact>
            <Fact label="Email">{user.email}</Fact>
            <Fact label="Role">{ROLE_BADGE[toRole(user.role)]}</Fact>
          </Facts>
        </div>
      </Card>
      {profile ? (
        <>
          <Card title="Health">
            <Facts>
              <Fact label="Conditions">{profile.health_conditions}</Fact>
              <Fact label="Medicines">{profile.medicines}</Fact>
            </Facts>
          </Card>
          <Card title="Profile">
            <Facts>
              <Fact label="Address">
                {[profile.address, profile.state, profile.pin_code].filter(Boolean).join(', ')}
              </Fact>
              <Fact label="Plan">{alert.plan ? entitlementText(alert.plan) : null}</Fact>
              <Fact label="Valid">
                {formatDate(profile.start_date)} to {formatDate(profile.ending_date)}
              </Fact>
            </Facts>
            <h3 className={styles.subhead}>Emergency contacts</h3>
            <Contacts profile={profile} />
          </Card>
        </>
      ) : null}
      {qrcode ? (
        <Card title="QR code" aside={<Pill tone={qrcode.status === 'USED' ? 'red' : 'green'}>{qrcode.status}</Pill>}>
          <div className={styles.qr}>
            <img src={qrcode.qr_code} width="112" height="112" alt="QR code of the sticker" />
            <Facts>
              <Fact label="Serial">
                <span className={styles.code}>{spokenCode(qrcode.serial_number)}</span>
              </Fact>
              <Fact label="Coupon">
                <span className={styles.code}>{spokenCode(qrcode.coupon_code)}</span>
              </Fact>
            </Facts>
          </div>
        </Card>
      ) : null}
    </>
  )
}

function Contacts({ profile }: { profile: Profile }) {
  const rows = contactsOf(profile).filter(({ name, mobile }) => name || mobile)
  if (rows.length === 0) return <p className={styles.note}>None given.</p>
  return (
    <ul className={styles.contacts}>
      {rows.map(({ relation, name, mobile }) => (
        <li key={relation}>
          <span className={styles.note}>{relation}</span>
          <span>{name ?? '-'}</span>
          {mobile ? (
            <span className={styles.place}>
              <a className="numbers" href={`tel:+91${mobile}`}>
                {mobile}
              </a>
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
