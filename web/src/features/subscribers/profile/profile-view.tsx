import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { type Contact, contactsOf } from '@tvarit/shared/contracts/emergency-contacts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { ROLE_BADGE } from '@tvarit/shared/contracts/roles'
import { Card, Fact, Facts } from '../../../components/facts.tsx'
import { Portrait } from '../../../components/portrait.tsx'
import { formatDate } from '../../../lib/dates.ts'
import { CouponStatusPill } from '../../coupons/coupon-status-pill.tsx'
import styles from '../subscribers.module.css'

export function ProfileView({ user }: { user: UserDetail }) {
  const { profile, qrcode } = user
  const name = `${user.first_name} ${user.last_name}`.trim()
  const contacts = profile ? contactsOf(profile) : []
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Card title="Personal Information" aside={<Portrait photo={profile?.photo ?? null} name={name} size={64} />}>
          <Facts>
            <Fact label="Name">{name}</Fact>
            <Fact label="Email">{user.email}</Fact>
            <Fact label="Phone">
              <span className="numbers">{user.phone_number}</span>
            </Fact>
            <Fact label="Role">{ROLE_BADGE[user.role]}</Fact>
            <Fact label="Address">{profile?.address}</Fact>
            <Fact label="State">{profile?.state}</Fact>
            <Fact label="PIN">{profile?.pin_code}</Fact>
            <Fact label="Start Date">{profile ? formatDate(profile.start_date) : null}</Fact>
            <Fact label="End Date">{profile ? formatDate(profile.ending_date) : null}</Fact>
          </Facts>
        </Card>
        <Card title="Health Information">
          <Facts>
            <Fact label="Health Conditions">{profile?.health_conditions}</Fact>
            <Fact label="Medicines">{profile?.medicines}</Fact>
          </Facts>
        </Card>
      </div>
      <div className={styles.column}>
        <Card title="Family and Relatives">
          <Contacts contacts={contacts.filter(({ relation }) => !relation.startsWith('Friend'))} />
        </Card>
        <Card title="Friends">
          <Contacts contacts={contacts.filter(({ relation }) => relation.startsWith('Friend'))} />
        </Card>
        <Card title="My Coupon QR" aside={qrcode ? <CouponStatusPill status={qrcode.status} /> : null}>
          {qrcode ? (
            <div className={styles.sticker}>
              <img className={styles.qr} src={qrcode.qr_code} width="180" height="180" alt="QR code of your sticker" />
              <Facts>
                <Fact label="Serial Number">
                  <span className={styles.code}>{spokenCode(qrcode.serial_number)}</span>
                </Fact>
                <Fact label="Coupon Code">
                  <span className={styles.code}>{spokenCode(qrcode.coupon_code)}</span>
                </Fact>
              </Facts>
            </div>
          ) : (
            <p>No sticker is registered to you yet.</p>
          )}
        </Card>
      </div>
    </div>
  )
}

function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <Facts>
      {contacts.map(({ relation, name, mobile }) => (
        <Fact key={relation} label={relation}>
          {name || mobile ? (
            <>
              {name ?? ''} {mobile ? <a href={`tel:+91${mobile}`}>{mobile}</a> : null}
            </>
          ) : null}
        </Fact>
      ))}
    </Facts>
  )
}
