import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import type { ReactNode } from 'react'
import { Card, Fact, Facts } from '../../components/card.tsx'
import { Portrait } from '../../components/portrait.tsx'
import { formatDate } from '../../lib/dates.ts'
import { CouponStatusPill } from '../coupons/coupon-status-pill.tsx'
import styles from './subscribers.module.css'

export const nameOf = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim()

/** Who it is. `children` are the facts that the office and the person themselves see differently. */
export function PersonalCard({ user, children }: { user: UserDetail; children: ReactNode }) {
  const { profile } = user
  return (
    <Card
      title="Personal Information"
      aside={<Portrait photo={profile?.photo ?? null} name={nameOf(user)} size={64} />}
    >
      <Facts>
        <Fact label="Name">{nameOf(user)}</Fact>
        <Fact label="Email">{user.email}</Fact>
        {children}
        <Fact label="Address">{profile?.address}</Fact>
        <Fact label="State">{profile?.state}</Fact>
        <Fact label="PIN">{profile?.pin_code}</Fact>
        <Fact label="Start Date">{profile ? formatDate(profile.start_date) : null}</Fact>
        <Fact label="End Date">{profile ? formatDate(profile.ending_date) : null}</Fact>
      </Facts>
    </Card>
  )
}

export function HealthCard({ profile }: Pick<UserDetail, 'profile'>) {
  return (
    <Card title="Health Information">
      <Facts>
        <Fact label="Health Conditions">{profile?.health_conditions}</Fact>
        <Fact label="Medicines">{profile?.medicines}</Fact>
      </Facts>
    </Card>
  )
}

interface StickerCardProps extends Pick<UserDetail, 'qrcode'> {
  title: string
  /** What the picture shows, for screen readers. */
  alt: string
  /** What stands there without a sticker. */
  none: string
}

export function StickerCard({ qrcode, title, alt, none }: StickerCardProps) {
  return (
    <Card title={title} aside={qrcode ? <CouponStatusPill coupon={qrcode} /> : null}>
      {qrcode ? (
        <div className={styles.sticker}>
          <img className={styles.qr} src={qrcode.qr_code} width="180" height="180" alt={alt} />
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
        <p>{none}</p>
      )}
    </Card>
  )
}
