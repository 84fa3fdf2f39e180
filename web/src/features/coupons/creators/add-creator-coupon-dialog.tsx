import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { InputRef } from 'antd'
import { useRef, useState } from 'react'
import { FieldGrid } from '../../../components/form/form-section.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { CheckField, TextField } from '../../../components/form/field.tsx'
import { DateField } from '../../../components/form/date-field.tsx'
import { addDays } from '../../../lib/dates.ts'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { fieldOf } from '../../../lib/field-of.ts'
import { trpc, whenDone } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'

const firstForm = () => {
  const today = indianDay(Date.now())
  return { name: '', social_media_name: '', start_date: today, end_date: addDays(today, 90), is_active: true }
}

const REQUIRED = ['name', 'social_media_name', 'start_date', 'end_date'] as const
const missing = (name: string) => [name, TEXTS.required] as const

/** The code is made by the server from the name. The dialog closes, or stays for the next one with the same dates. */
export function AddCreatorCouponDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => Promise<void> }) {
  const [form, setForm] = useState(firstForm)
  const [incomplete, setIncomplete] = useState(false)
  const first = useRef<InputRef>(null)
  const add = useCreation(trpc.creatorCoupons.add.mutationOptions(whenDone(() => TEXTS.creator_added, onAdded)))
  const empty = REQUIRED.filter((name) => !form[name].trim())
  const refused = fieldMessages(add.error)
  const errors = {
    ...refused,
    ...(incomplete ? Object.fromEntries(empty.map(missing)) : {}),
  }
  const set = (change: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...change }))
    if (add.isError) add.reset()
  }
  const field = fieldOf(form, errors, (name, value) => set({ [name]: value }))
  const submit = (onSuccess: () => void) => {
    setIncomplete(empty.length > 0)
    if (empty.length > 0) return
    add.mutate(form, { onSuccess })
  }
  const startNext = () => {
    setForm((before) => ({ ...before, name: '', social_media_name: '' }))
    setIncomplete(false)
    first.current?.focus()
  }
  const failed =
    add.isError && Object.keys(refused).length === 0 ? errorText(add.error, TEXTS.creator_add_failed) : null
  return (
    <FormDialog
      title="Add Coupon"
      submit="Add Coupon"
      busy={add.isPending}
      error={incomplete && empty.length > 0 ? TEXTS.creator_fill_all : failed}
      onCancel={onClose}
      next={{ label: 'Add, then another', onSubmit: () => submit(startNext) }}
      onSubmit={() => submit(onClose)}
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
