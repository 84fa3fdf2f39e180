import type { Coupon } from '@tvarit/shared/contracts/coupons'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useParams } from 'react-router'
import { BackLink } from '../../components/back-link.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Card, Fact, Facts } from '../../components/facts.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { formatDate, formatDateTime } from '../../lib/dates.ts'
import { download } from '../../lib/download.ts'
import { errorStatus } from '../../lib/error-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { CouponStatusPill } from './coupon-status-pill.tsx'
import styles from './coupons.module.css'

export default function CouponDetailPage() {
  const id = Number(useParams().id)
  const valid = Number.isSafeInteger(id) && id > 0
  const coupon = useQuery(trpc.coupons.get.queryOptions(valid ? { id } : skipToken, { meta: { silent: true } }))
  const missing = !valid || (coupon.isError && errorStatus(coupon.error) === 404)
  return (
    <>
      <BackLink to="/coupon-management">{TEXTS.coupons_back}</BackLink>
      {missing ? (
        <PageHead title="Coupon not found" note="The address may have a typing mistake." />
      ) : coupon.isPending ? (
        <div role="status" aria-label="Loading coupon">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : coupon.data ? (
        <Loaded coupon={coupon.data} />
      ) : (
        <LoadFailed text={TEXTS.failed_fetch_coupons} busy={coupon.isFetching} onRetry={() => void coupon.refetch()} />
      )}
    </>
  )
}

function Loaded({ coupon }: { coupon: Coupon }) {
  const { user } = coupon
  const save = useMutation({
    mutationFn: () => download(`/api/qr/${coupon.id}/download/`, `coupon-${coupon.id}-qr.png`),
    meta: { errorText: TEXTS.failed_download_qr },
    onError: (error) => console.error('QR code download failed', error),
  })
  return (
    <>
      <PageHead title={spokenCode(coupon.serial_number)}>
        <CouponStatusPill status={coupon.voided_at ? 'VOID' : coupon.status} />
      </PageHead>
      <div className={styles.columns}>
        <Card title="QR code">
          <div className={styles.qrBox}>
            <img
              className={styles.qr}
              src={coupon.qr_code}
              width="260"
              height="260"
              alt={`QR code of coupon ${coupon.id}`}
            />
            <Button type="primary" loading={save.isPending} onClick={() => save.mutate()}>
              Download QR
            </Button>
            <p className={styles.note}>
              {coupon.scan_url} <CopyButton text={coupon.scan_url} what="Scan address" />
            </p>
          </div>
        </Card>
        <div className={styles.column}>
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
                <CouponStatusPill status={coupon.status} />
              </Fact>
              <Fact label="Created At">{formatDateTime(coupon.created_at)}</Fact>
              {coupon.voided_at ? <Fact label="Voided At">{formatDateTime(coupon.voided_at)}</Fact> : null}
            </Facts>
          </Card>
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
                  {user.profile
                    ? `${formatDate(user.profile.start_date)} to ${formatDate(user.profile.ending_date)}`
                    : null}
                </Fact>
              </Facts>
            ) : (
              <p>{TEXTS.coupon_not_assigned}</p>
            )}
          </Card>
        </div>
      </div>
    </>
  )
}
