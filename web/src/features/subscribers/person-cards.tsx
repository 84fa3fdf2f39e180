import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { EmailLink } from '../../components/email-link.tsx'
import { Card, Facts, type Labelled } from '../../components/card.tsx'
import { Portrait } from '../../components/portrait.tsx'
import { healthFacts } from '../../lib/health-facts.ts'
import { CouponStatusPill } from '../coupons/coupon-status-pill.tsx'
import styles from './subscribers.module.css'

export const nameOf = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim()

/** Who it is. `facts` are those that the office and the person themselves see differently. */
export function PersonalCard({ user, facts }: { user: UserDetail; facts: Labelled }) {
  const { profile } = user
  return (
    <Card
      title="Personal Information"
      aside={<Portrait photo={profile?.photo ?? null} name={nameOf(user)} size={64} />}
    >
      <Facts
        of={{
          Name: nameOf(user),
          Email: user.email && <EmailLink email={user.email} />,
          ...facts,
          Address: profile?.address,
          State: profile?.state,
          PIN: profile?.pin_code,
          'Start Date': profile && indianDate(profile.start_date),
          'End Date': profile && indianDate(profile.ending_date),
        }}
      />
    </Card>
  )
}

export function HealthCard({ profile }: Pick<UserDetail, 'profile'>) {
  return (
    <Card title="Health Information">
      <Facts of={healthFacts(profile)} />
    </Card>
  )
}

interface StickerCardProps extends Pick<UserDetail, 'qrcode'> {
  title: string
  /** What the picture shows, for screen readers. */
  alt: string
  /** The text without a sticker. */
  none: string
  /** Says more of a sticker that is not void. */
  note?: string
}

export function StickerCard({ qrcode, title, alt, none, note }: StickerCardProps) {
  return (
    <Card title={title} aside={qrcode ? <CouponStatusPill coupon={qrcode} /> : null}>
      {qrcode && !qrcode.voided_at && note ? <p className="below">{note}</p> : null}
      {qrcode ? (
        <div className={`row gap-l ${styles.sticker}`}>
          <img className="qr" src={qrcode.qr_code} width="180" height="180" alt={alt} />
          <Facts
            of={{
              'Serial Number': <span className="mono">{spokenCode(qrcode.serial_number)}</span>,
              'Coupon Code': <span className="mono">{spokenCode(qrcode.coupon_code)}</span>,
            }}
          />
        </div>
      ) : (
        <p>{none}</p>
      )}
    </Card>
  )
}
