import type { Coupon } from '@tvarit/shared/contracts/coupons'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Link } from 'react-router'
import { EmailLink } from '../../components/email-link.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import { useSessionState } from '../../lib/session.ts'
import { CouponStatusPill } from './coupon-status-pill.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'

export function CouponCard({ coupon }: { coupon: Coupon }) {
  const role = useSessionState().session?.user.role ?? 'user'
  const { bulk_job_id, replaces, replaced_by } = coupon
  return (
    <Card title="Coupon">
      <Facts
        of={{
          ID: <span className="numbers">{coupon.id}</span>,
          'Serial Number': <span className="mono numbers">{spokenCode(coupon.serial_number)}</span>,
          'Coupon Code': <span className="mono numbers">{spokenCode(coupon.coupon_code)}</span>,
          // What it was, and still is for a scan, before it was voided.
          Status: <CouponStatusPill coupon={{ ...coupon, voided_at: null }} />,
          'Created At': formatDateMinute(coupon.created_at),
          ...(bulk_job_id &&
            scopeOf('bulk_jobs.manage', role) && {
              'Made in': <Link to={`/bulk-coupons/${bulk_job_id}`}>Bulk job {bulk_job_id}</Link>,
            }),
          ...(coupon.voided_at && { 'Voided At': formatDateMinute(coupon.voided_at) }),
          ...(coupon.voided_by && { 'Voided by': coupon.voided_by.name }),
          ...(coupon.void_reason && { Reason: coupon.void_reason }),
          ...(replaced_by && { 'Replaced by': <CouponLink coupon={replaced_by} /> }),
          ...(replaces && { Replaces: <CouponLink coupon={replaces} /> }),
        }}
      />
    </Card>
  )
}

const CouponLink = ({ coupon }: { coupon: { id: number; serial_number: string } }) => (
  <Link to={`/coupon-details/${coupon.id}`}>
    <span className="mono numbers">{spokenCode(coupon.serial_number)}</span>
  </Link>
)

export function OwnerCard({ user }: Pick<Coupon, 'user'>) {
  return (
    <Card title="Assigned user">
      {user ? (
        <Facts
          of={{
            Name: `${user.first_name} ${user.last_name}`,
            Phone: <PhoneLink phone={user.phone_number} />,
            Email: user.email && <EmailLink email={user.email} />,
            Address: user.profile && `${user.profile.address}, ${user.profile.state}, ${user.profile.pin_code}`,
            Valid: user.profile && `${indianDate(user.profile.start_date)} to ${indianDate(user.profile.ending_date)}`,
          }}
        />
      ) : (
        <p>{TEXTS.coupon_not_assigned}</p>
      )}
    </Card>
  )
}
