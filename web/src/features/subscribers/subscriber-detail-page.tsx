import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useParams } from 'react-router'
import { BackLink } from '../../components/back-link.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Card, Fact, Facts } from '../../components/facts.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Portrait } from '../../components/portrait.tsx'
import { formatDate } from '../../lib/dates.ts'
import { errorStatus } from '../../lib/error-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { CouponStatusPill } from '../coupons/coupon-status-pill.tsx'
import { ContactsTable } from './contacts-table.tsx'
import styles from './subscribers.module.css'
import { TermPill } from './term-pill.tsx'

export default function SubscriberDetailPage() {
  const id = Number(useParams().id)
  const valid = Number.isSafeInteger(id) && id > 0
  const user = useQuery(
    trpc.users.get.queryOptions(valid ? { id } : skipToken, { meta: { errorText: TEXTS.subscriber_failed } }),
  )
  const missing = !valid || (user.isError && errorStatus(user.error) === 404)
  return (
    <>
      <BackLink to="/all-subscribers">Back to All Subscribers</BackLink>
      {missing ? (
        <PageHead title={TEXTS.user_not_found} note="The address may have a typing mistake." />
      ) : user.data ? (
        <Loaded user={user.data} />
      ) : user.isPending ? (
        <div role="status" aria-label="Loading subscriber">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : (
        <LoadFailed text={TEXTS.subscriber_failed} busy={user.isFetching} onRetry={() => void user.refetch()} />
      )}
    </>
  )
}

function Loaded({ user }: { user: UserDetail }) {
  const { profile, qrcode } = user
  const name = `${user.first_name} ${user.last_name}`.trim()
  return (
    <>
      <PageHead title={name}>{profile ? <TermPill ending_date={profile.ending_date} /> : null}</PageHead>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title="Personal Information" aside={<Portrait photo={profile?.photo ?? null} name={name} size={64} />}>
            <Facts>
              <Fact label="Name">{name}</Fact>
              <Fact label="Mobile">
                <span className={styles.copied}>
                  <a className="numbers" href={`tel:+91${user.phone_number}`}>
                    {user.phone_number}
                  </a>
                  <CopyButton text={user.phone_number} what="Mobile" />
                </span>
              </Fact>
              <Fact label="Email">{user.email}</Fact>
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
          <Card title="Emergency Contacts">{profile ? <ContactsTable profile={profile} /> : '-'}</Card>
          <Card title="QR code" aside={qrcode ? <CouponStatusPill status={qrcode.status} /> : null}>
            {qrcode ? (
              <div className={styles.sticker}>
                <img className={styles.qr} src={qrcode.qr_code} width="180" height="180" alt={`QR code of ${name}`} />
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
              <p>No sticker is registered to this person.</p>
            )}
          </Card>
        </div>
      </div>
    </>
  )
}
