import { indianDay, indianMinute } from '@tvarit/shared/contracts/indian-time'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import type { Shift } from '@tvarit/shared/contracts/on-call-plan'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { DateField } from '../../components/form/date-field.tsx'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { TimeField } from '../../components/form/time-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { errorText, fieldMessages } from '../../lib/error-text.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { formatDateMinute } from '../../lib/dates.ts'
import { toast } from '../../lib/toasts.ts'
import styles from './on-call.module.css'
import { reloadOnCall, whenSaved } from './on-saved.ts'
import { shiftText } from './rota-card.tsx'

const HOURS_8_MS = 8 * 3_600_000
const inIndia = (day: string, time: string) => `${day}T${time}:00+05:30`

interface OverrideDialogProps {
  data: OnCallPage
  /** The one that was pressed; null: from now on. */
  shift: Shift | null
  onClose: () => void
}

/** Asks who is on call instead of the rota's person, and from when to when. Overrides of the shift can be removed. */
export function OverrideDialog({ data: { people, overrides }, shift, onClose }: OverrideDialogProps) {
  const [form, setForm] = useState(() => {
    const begin = Math.max(serverNow(), shift?.from ?? 0)
    const end = shift?.to ?? begin + HOURS_8_MS
    return {
      person: null as string | null,
      from_day: indianDay(begin),
      from_time: indianMinute(begin),
      to_day: indianDay(end),
      to_time: indianMinute(end),
    }
  })
  const [missing, setMissing] = useState(false)
  const add = useCreation(trpc.onCall.addOverride.mutationOptions(whenSaved))
  const errors = fieldMessages(add.error)
  const set = (change: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...change }))
    setMissing(false)
    if (add.isError) add.reset()
  }
  const onSubmit = () => {
    const { person, from_day, from_time, to_day, to_time } = form
    if (!person) return setMissing(true)
    const [from, to] = [inIndia(from_day, from_time), inIndia(to_day, to_time)]
    add.mutate({ person_id: Number(person), from, to }, { onSuccess: onClose })
  }
  const remove = useMutation(
    trpc.onCall.removeOverride.mutationOptions({
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: reloadOnCall,
    }),
  )
  const inside = overrides.filter(({ from, to }) => shift && Date.parse(from) < shift.to && Date.parse(to) > shift.from)
  return (
    <FormDialog
      title={shift ? shiftText(shift) : 'Add override'}
      submit="Add override"
      busy={add.isPending}
      error={add.isError && Object.keys(errors).length === 0 ? errorText(add.error, TEXTS.on_call_save_failed) : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      {inside.length > 0 ? (
        <ul className={styles.stack} aria-label="Overrides of this shift">
          {inside.map(({ id, name, from, to }) => (
            <li key={id} className={styles.actions}>
              {name}, {formatDateMinute(from)} to {formatDateMinute(to)}
              <Button
                size="small"
                aria-label={`Remove the override of ${name}`}
                loading={remove.isPending && remove.variables.id === id}
                onClick={() => remove.mutate({ id })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <SelectField<string>
        label="Person"
        marked
        placeholder="Who is on call instead"
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={form.person}
        error={missing ? TEXTS.required : errors.person_id}
        onChange={(person) => set({ person })}
      />
      <FieldGrid>
        <DateField
          label="From"
          marked
          value={form.from_day}
          error={errors.from}
          onChange={(from_day) => set({ from_day })}
        />
        <TimeField label="At (India time)" value={form.from_time} onChange={(from_time) => set({ from_time })} />
        <DateField label="To" marked value={form.to_day} error={errors.to} onChange={(to_day) => set({ to_day })} />
        <TimeField label="Until (India time)" value={form.to_time} onChange={(to_time) => set({ to_time })} />
      </FieldGrid>
    </FormDialog>
  )
}
