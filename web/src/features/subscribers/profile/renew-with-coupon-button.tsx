import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { brand } from '../../../lib/brand.ts'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { whenRenewed } from '../plan-queries.ts'

/** A subscriber renews with a coupon bought for it. `opens`: asked for already. */
export function RenewWithCouponButton({ user_id, opens = false }: { user_id: number; opens?: boolean }) {
  const [asking, setAsking] = useState(opens)
  return (
    <>
      <Button type="primary" onClick={() => setAsking(true)}>
        Renew with a coupon
      </Button>
      {asking ? <RenewDialog user_id={user_id} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

const CODE_MAX = 20

function RenewDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const [serial_number, setSerial] = useState('')
  const [coupon_code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const renew = useMutation(trpc.subscribers.renewWithCoupon.mutationOptions(whenRenewed(user_id)))
  const refused = fieldMessages(renew.error)
  const change = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value.toUpperCase())
    setMissing(false)
    if (renew.isError) renew.reset()
  }
  const errorOf = (typed: string, field: 'serial_number' | 'coupon_code') =>
    missing && !typed.trim() ? TEXTS.required : (refused[field] ?? null)
  const onSubmit = () => {
    if (serial_number.trim() && coupon_code.trim()) renew.mutate({ serial_number, coupon_code }, { onSuccess: onClose })
    else setMissing(true)
  }
  return (
    <FormDialog
      title="Renew with a coupon"
      submit="Renew"
      busy={renew.isPending}
      error={renew.isError && Object.keys(refused).length === 0 ? errorText(renew.error, TEXTS.renewal_failed) : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <p>
        Type both codes of a new coupon. It buys one more term of the Basic plan, 10 km. Keep using the sticker you
        have; the new one is used up.
      </p>
      <TextField
        label="Serial Number"
        marked
        autoFocus
        autoComplete="off"
        maxLength={LIMITS.serial_number}
        value={serial_number}
        error={errorOf(serial_number, 'serial_number')}
        onChange={change(setSerial)}
      />
      <TextField
        label="Coupon Code"
        marked
        autoComplete="off"
        maxLength={CODE_MAX}
        value={coupon_code}
        error={errorOf(coupon_code, 'coupon_code')}
        onChange={change(setCode)}
      />
      {brand.phone ? (
        <p>
          For the Gold plan, 15 km, call <PhoneLink phone={brand.phone} />.
        </p>
      ) : null}
    </FormDialog>
  )
}
