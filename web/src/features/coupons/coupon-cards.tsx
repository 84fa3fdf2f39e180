import type { Coupon } from '@tvarit/shared/contracts/coupons'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Link } from 'react-router'
import { Card, Fact, Facts } from '../../components/card.tsx'
import { formatDate, formatDateMinute } from '../../lib/dates.ts'
import { useSessionState } from '../../lib/session.ts'
import { CouponStatusPill } from './coupon-status-pill.tsx'
import styles from './coupons.module.css'

export function CouponCard({ coupon }: { coupon: Coupon }) {
  const role = useSessionState().session?.user.role ?? 'user'
  const { bulk_job_id, replaces, replaced_by } = coupon
  return (
    <Card title="Coupon">
      <Facts>
        <Fact label="ID">
          <span className="numbers">{coupon.id}</span>
        </Fact>
        <Fact label="Serial Number">
          <span className={styles.code}>{spokenCode(coupon.serial_number)}</span>
        </Fact>
        <Fact label="Coupon Code">
          <span className={styles.code}>{spokenCode(coupon.coupon_code)}</span>
        </Fact>
        <Fact label="Status">
          {/* What it was, and still is for a scan, before it was voided. */}
          <CouponStatusPill coupon={{ ...coupon, voided_at: null }} />
        </Fact>
        <Fact label="Created At">{formatDateMinute(coupon.created_at)}</Fact>
        {bulk_job_id && scopeOf('bulk_jobs.manage', role) ? (
          <Fact label="Made in">
            <Link to={`/bulk-coupons/${bulk_job_id}`}>Bulk job {bulk_job_id}</Link>
          </Fact>
        ) : null}
        {coupon.voided_at ? <Fact label="Voided At">{formatDateMinute(coupon.voided_at)}</Fact> : null}
        {coupon.voided_by ? <Fact label="Voided by">{coupon.voided_by.name}</Fact> : null}
        {coupon.void_reason ? <Fact label="Reason">{coupon.void_reason}</Fact> : null}
        {replaced_by ? (
          <Fact label="Replaced by">
            <CouponLink coupon={replaced_by} />
          </Fact>
        ) : null}
        {replaces ? (
          <Fact label="Replaces">
            <CouponLink coupon={replaces} />
          </Fact>
        ) : null}
      </Facts>
    </Card>
  )
}

const CouponLink = ({ coupon }: { coupon: { id: number; serial_number: string } }) => (
  <Link to={`/coupon-details/${coupon.id}`}>
    <span className={styles.code}>{spokenCode(coupon.serial_number)}</span>
  </Link>
)

export function OwnerCard({ user }: Pick<Coupon, 'user'>) {
  return (
    <Card title="Assigned user">
      {user ? (
        <Facts>
          <Fact label="Name">
            {user.first_name} {user.last_name}
          </Fact>
          <Fact label="Phone">
            <a href={`tel:+91${user.phone_number}`}>{user.phone_number}</a>
          </Fact>
          <Fact label="Email">{user.email}</Fact>
          <Fact label="Address">
            {user.profile ? `${user.profile.address}, ${user.profile.state}, ${user.profile.pin_code}` : null}
          </Fact>
          <Fact label="Valid">
            {user.profile ? `${formatDate(user.profile.start_date)} to ${formatDate(user.profile.ending_date)}` : null}
          </Fact>
        </Facts>
      ) : (
        <p>{TEXTS.coupon_not_assigned}</p>
      )}
    </Card>
  )
}
