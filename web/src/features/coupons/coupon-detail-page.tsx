import type { Coupon } from '@tvarit/shared/contracts/coupons'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '../../components/back-link.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Card } from '../../components/card.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { download } from '../../lib/download.ts'
import { errorStatus } from '../../lib/error-text.ts'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { CouponCard, OwnerCard } from './coupon-cards.tsx'
import { CouponStatusPill } from './coupon-status-pill.tsx'
import styles from './coupons.module.css'
import { ReplaceCouponDialog } from './replace-coupon-dialog.tsx'
import { VoidCouponDialog } from './void-coupon-dialog.tsx'
import { VoidNotice } from './void-notice.tsx'

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
        <Loaded key={coupon.data.id} coupon={coupon.data} />
      ) : (
        <LoadFailed text={TEXTS.failed_fetch_coupons} busy={coupon.isFetching} onRetry={() => void coupon.refetch()} />
      )}
    </>
  )
}

function Loaded({ coupon }: { coupon: Coupon }) {
  const role = useSessionState().session?.user.role ?? 'user'
  const [dialog, setDialog] = useState<'void' | 'replace' | null>(null)
  const close = () => setDialog(null)
  const save = useMutation({
    mutationFn: () => download(`/api/qr/${coupon.id}/download/`, `coupon-${coupon.id}-qr.png`),
    meta: { errorText: TEXTS.failed_download_qr },
    onError: (error) => console.error('QR code download failed', error),
  })
  return (
    <>
      <PageHead title={spokenCode(coupon.serial_number)} note={<CouponStatusPill coupon={coupon} />}>
        {scopeOf('coupons.void', role) === null ? null : !coupon.voided_at ? (
          <Button danger onClick={() => setDialog('void')}>
            Void sticker
          </Button>
        ) : coupon.replaced_by ? null : (
          <Button onClick={() => setDialog('replace')}>Make a replacement</Button>
        )}
      </PageHead>
      <VoidNotice coupon={coupon} />
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
          <CouponCard coupon={coupon} />
          <OwnerCard user={coupon.user} />
        </div>
      </div>
      {dialog === 'void' ? <VoidCouponDialog coupon={coupon} onClose={close} /> : null}
      {dialog === 'replace' ? <ReplaceCouponDialog coupon={coupon} onClose={close} /> : null}
    </>
  )
}
