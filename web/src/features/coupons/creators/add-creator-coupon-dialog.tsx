import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { InputRef } from 'antd'
import { useRef } from 'react'
import { FieldGrid } from '../../../components/form/form-section.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { CheckField, TextField } from '../../../components/form/field.tsx'
import { DateField } from '../../../components/form/date-field.tsx'
import { addDays } from '../../../lib/dates.ts'
import { trpc, whenDone } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'
import { required, useForm } from '../../../lib/use-form.ts'

const firstForm = () => {
  const today = indianDay(Date.now())
  return { name: '', social_media_name: '', start_date: today, end_date: addDays(today, 90), is_active: true }
}

const REQUIRED = required('name', 'social_media_name', 'start_date', 'end_date')

/** The code is made by the server from the name. The dialog closes, or stays for the next one with the same dates. */
export function AddCreatorCouponDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => Promise<void> }) {
  const first = useRef<InputRef>(null)
  const add = useCreation(trpc.creatorCoupons.add.mutationOptions(whenDone(() => TEXTS.creator_added, onAdded)))
  const { form, errors, error, set, field, submit } = useForm(firstForm, {
    sending: add,
    failed: TEXTS.creator_add_failed,
    check: REQUIRED,
  })
  const startNext = () => {
    set({ name: '', social_media_name: '' })
    first.current?.focus()
  }
  const send = (onSuccess: () => void) => submit(() => add.mutate(form, { onSuccess }))
  const incomplete = Object.values(errors).includes(TEXTS.required)
  return (
    <FormDialog
      title="Add Coupon"
      submit="Add Coupon"
      busy={add.isPending}
      error={incomplete ? TEXTS.creator_fill_all : error}
      onCancel={onClose}
      next={{ label: 'Add, then another', onSubmit: () => send(startNext) }}
      onSubmit={() => send(onClose)}
    >
      <TextField
        label="Coupon Name"
        marked
        ref={first}
        autoFocus
        maxLength={LIMITS.creator_name}
        hint="The code is made from it, like RAVI-7K4."
        {...field('name')}
      />
      <TextField label="Social Media Name" marked maxLength={LIMITS.creator_name} {...field('social_media_name')} />
      <FieldGrid>
        <DateField label="Start Date" marked max={form.end_date} {...field('start_date')} />
        <DateField label="End Date" marked min={form.start_date} {...field('end_date')} />
      </FieldGrid>
      <CheckField checked={form.is_active} onChange={(is_active) => set({ is_active })}>
        Active
      </CheckField>
      <p role="status">{add.data ? `Last added: ${add.data.name}, ${add.data.coupon_code}` : null}</p>
    </FormDialog>
  )
}
