import { type Coupon, VOID_REASONS } from '@tvarit/shared/contracts/coupons'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextField } from '../../components/plain/field.tsx'
import { QuickChoices } from '../../components/quick-choices.tsx'
import { errorText, fieldMessages } from '../../lib/error-text.ts'
import { useVoidCoupon } from './use-void-coupon.ts'

/** Asks why a sticker is voided and whether another one takes its place. */
export function VoidCouponDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [replace, setReplace] = useState(true)
  const [missing, setMissing] = useState(false)
  const send = useVoidCoupon(coupon.id, onClose)
  const refused = fieldMessages(send.error).reason
  const change = (text: string) => {
    setReason(text)
    setMissing(false)
    if (send.isError) send.reset()
  }
  const onSubmit = () => {
    if (reason.trim().length < LIMITS.void_reason_min) setMissing(true)
    else send.mutate({ id: coupon.id, reason: reason.trim(), replace })
  }
  return (
    <FormDialog
      title="Void sticker"
      submit="Void sticker"
      danger
      busy={send.isPending}
      error={send.isError && !refused ? errorText(send.error, TEXTS.void_failed) : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <p>{TEXTS.void_note}</p>
      <TextField
        label="Reason"
        marked
        autoFocus
        autoComplete="off"
        maxLength={LIMITS.void_reason}
        hint="Without names and phone numbers: it is kept in the audit."
        value={reason}
        error={missing ? TEXTS.void_reason : (refused ?? null)}
        onChange={(event) => change(event.target.value)}
      />
      <QuickChoices label="Common reasons" choices={VOID_REASONS} value={reason} onChoose={change} />
      <Checkbox checked={replace} onChange={(event) => setReplace(event.target.checked)}>
        Make a replacement sticker
      </Checkbox>
    </FormDialog>
  )
}
