import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { FieldPair } from '../../../components/field-pair.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/plain/field.tsx'
import { addDays, dayInIndia } from '../../../lib/dates.ts'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'

const firstForm = () => {
  const today = dayInIndia(Date.now())
  return { name: '', social_media_name: '', start_date: today, end_date: addDays(today, 90), is_active: true }
}

/** The code is made by the server from the name. */
export function AddCreatorCouponDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => Promise<void> }) {
  const [form, setForm] = useState(firstForm)
  const [incomplete, setIncomplete] = useState(false)
  const add = useMutation(
    trpc.creatorCoupons.add.mutationOptions({
      meta: { silent: true },
      onSuccess: () => {
        toast.success(TEXTS.creator_added)
        onClose()
        return onAdded()
      },
    }),
  )
  const errors = fieldMessages(add.error)
  const set = (change: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...change }))
    setIncomplete(false)
    if (add.isError) add.reset()
  }
  const onSubmit = () => {
    const { name, social_media_name, start_date, end_date } = form
    if (!name.trim() || !social_media_name.trim() || !start_date || !end_date) setIncomplete(true)
    else add.mutate(form)
  }
  const refused =
    add.isError && Object.keys(errors).length === 0 ? errorText(add.error, TEXTS.creator_add_failed) : null
  return (
    <FormDialog
      title="Add Coupon"
      submit="Add Coupon"
      busy={add.isPending}
      error={incomplete ? TEXTS.creator_fill_all : refused}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <TextField
        label="Coupon Name"
        marked
        autoFocus
        maxLength={LIMITS.creator_name}
        hint="The code is made from it, like RAVI-7K4."
        value={form.name}
        error={errors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="Social Media Name"
        marked
        maxLength={LIMITS.creator_name}
        value={form.social_media_name}
        error={errors.social_media_name}
        onChange={(event) => set({ social_media_name: event.target.value })}
      />
      <FieldPair>
        <TextField
          label="Start Date"
          marked
          type="date"
          max={form.end_date}
          value={form.start_date}
          error={errors.start_date}
          onChange={(event) => set({ start_date: event.target.value })}
        />
        <TextField
          label="End Date"
          marked
          type="date"
          min={form.start_date}
          value={form.end_date}
          error={errors.end_date}
          onChange={(event) => set({ end_date: event.target.value })}
        />
      </FieldPair>
      <Checkbox checked={form.is_active} onChange={(event) => set({ is_active: event.target.checked })}>
        Active
      </Checkbox>
    </FormDialog>
  )
}
