import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { brand } from '../../../lib/brand.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { required, useForm } from '../../../lib/use-form.ts'
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
const upperCase = (typed: string) => typed.toUpperCase()

function RenewDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const renew = useMutation(trpc.subscribers.renewWithCoupon.mutationOptions(whenRenewed(user_id)))
  const { form, error, field, submit } = useForm(
    { serial_number: '', coupon_code: '' },
    { sending: renew, failed: TEXTS.renewal_failed, check: required('serial_number', 'coupon_code') },
  )
  return (
    <FormDialog
      title="Renew with a coupon"
      submit="Renew"
      busy={renew.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() => submit(() => renew.mutate(form, { onSuccess: onClose }))}
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
        {...field('serial_number', upperCase)}
      />
      <TextField
        label="Coupon Code"
        marked
        autoComplete="off"
        maxLength={CODE_MAX}
        {...field('coupon_code', upperCase)}
      />
      {brand.phone ? (
        <p>
          For the Gold plan, 15 km, call <PhoneLink phone={brand.phone} />.
        </p>
      ) : null}
    </FormDialog>
  )
}
