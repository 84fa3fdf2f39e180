import { spokenCode } from '@tvarit/shared/contracts/codes'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Card, Fact, Facts } from '../../components/facts.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { CouponStatusPill } from './coupon-status-pill.tsx'
import styles from './coupons.module.css'

const FAILED = 'Failed to load user details'

/** The sticker of the subscriber who is signed in. */
export function OwnSticker() {
  const profile = useQuery(trpc.users.profile.queryOptions(undefined, { meta: { silent: true } }))
  if (profile.isPending) return <Skeleton active />
  if (!profile.data) {
    return <LoadFailed text={FAILED} busy={profile.isFetching} onRetry={() => void profile.refetch()} />
  }
  const { qrcode } = profile.data
  if (!qrcode) return <p className={styles.hint}>No sticker is registered to you yet.</p>
  return (
    <Card title="My Coupon QR" aside={<CouponStatusPill status={qrcode.status} />}>
      <div className={styles.sticker}>
        <img className={styles.qr} src={qrcode.qr_code} width="220" height="220" alt="QR code of your sticker" />
        <Facts>
          <Fact label="Serial Number">
            <span className={styles.code}>{spokenCode(qrcode.serial_number)}</span>
          </Fact>
          <Fact label="Coupon Code">
            <span className={styles.code}>{spokenCode(qrcode.coupon_code)}</span>
          </Fact>
        </Facts>
      </div>
    </Card>
  )
}
