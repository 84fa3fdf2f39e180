import type { Coupon } from '@tvarit/shared/contracts/coupons'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import type { LabelKind } from '@tvarit/shared/contracts/label-faces'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { BackLink } from '../../components/back-link.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Card, CardColumn } from '../../components/card.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { download } from '../../lib/download.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { useRecordId } from '../../lib/record.ts'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { CouponCard, OwnerCard } from './coupon-cards.tsx'
import { CouponStatusPill } from './coupon-status-pill.tsx'
import { PlaceCard } from './place-card.tsx'
import { ReplaceCouponDialog } from './replace-coupon-dialog.tsx'
import { VoidCouponDialog } from './void-coupon-dialog.tsx'
import { VoidNotice } from './void-notice.tsx'

export default function CouponDetailPage() {
  const id = useRecordId()
  const query = useQuery(trpc.coupons.get.queryOptions(id ? { id } : skipToken, { meta: { silent: true } }))
  usePageTitle(query.data ? `Coupon ${spokenCode(query.data.serial_number)}` : null)
  return (
    <>
      <BackLink to="/coupon-management">{TEXTS.coupons_back}</BackLink>
      <Loaded
        query={query}
        loading="Loading coupon"
        failed={TEXTS.failed_fetch_coupons}
        missing="Coupon not found"
        page
      >
        {(coupon) => <CouponView key={coupon.id} coupon={coupon} />}
      </Loaded>
    </>
  )
}

/** To be printed on a sheet of sticker paper or card. */
const PRINTED = [
  ['60mm', 'Car label'],
  ['25mm', 'Phone label'],
  ['card', 'Card'],
] as const satisfies (readonly [LabelKind, string])[]

function CouponView({ coupon }: { coupon: Coupon }) {
  const role = useSessionState().session?.user.role ?? 'user'
  const [dialog, setDialog] = useState<'void' | 'replace' | null>(null)
  const close = () => setDialog(null)
  const save = useMutation({
    mutationFn: () => download(`/api/qr/${coupon.id}/download/`, `coupon-${coupon.id}-qr.png`),
    meta: { errorText: TEXTS.failed_download_qr },
    onError: (error) => console.error('QR code download failed', error),
  })
  const label = useMutation({
    mutationFn: (kind: LabelKind) =>
      download(`/api/qr/${coupon.id}/label/?kind=${kind}`, `label-${coupon.id}-${kind}.pdf`),
    meta: { errorText: TEXTS.failed_download_label },
  })
  return (
    <>
      <PageHead title={spokenCode(coupon.serial_number)} note={<CouponStatusPill coupon={coupon} />}>
        {scopeOf('coupons.void', role) === null ? null : !coupon.voided_at ? (
          <Button danger onClick={() => setDialog('void')}>
            Void sticker
          </Button>
        ) : coupon.replaced_by || (coupon.status === 'USED' && !coupon.user) ? null : (
          <Button onClick={() => setDialog('replace')}>Make a replacement</Button>
        )}
      </PageHead>
      <VoidNotice coupon={coupon} />
      <div className="sides">
        <Card title="QR code">
          <div className="stack centred gap-l">
            <img className="qr" src={coupon.qr_code} width="260" height="260" alt={`QR code of coupon ${coupon.id}`} />
            <Button type="primary" loading={save.isPending} onClick={() => save.mutate()}>
              Download QR
            </Button>
            {coupon.voided_at ? null : (
              <div className="row middle gap-s">
                {PRINTED.map(([kind, text]) => (
                  <Button
                    key={kind}
                    loading={label.isPending && label.variables === kind}
                    onClick={() => label.mutate(kind)}
                  >
                    {text}
                  </Button>
                ))}
              </div>
            )}
            <p className="soft centred">
              {coupon.scan_url} <CopyButton text={coupon.scan_url} what="Scan address" />
            </p>
          </div>
        </Card>
        <CardColumn>
          <CouponCard coupon={coupon} />
          <OwnerCard user={coupon.user} />
          {coupon.place ? <PlaceCard place={coupon.place} /> : null}
        </CardColumn>
      </div>
      {dialog === 'void' ? <VoidCouponDialog coupon={coupon} onClose={close} /> : null}
      {dialog === 'replace' ? <ReplaceCouponDialog coupon={coupon} onClose={close} /> : null}
    </>
  )
}
