import { indianDay, indianMinute } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
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
import type { Person } from './on-call-page.tsx'
import { whenSaved } from './on-saved.ts'

const HOURS_8_MS = 8 * 3_600_000
const inIndia = (day: string, time: string) => `${day}T${time}:00+05:30`

/** Asks who is on call instead of the rota's person, and from when to when. */
export function OverrideDialog({ people, onClose }: { people: readonly Person[]; onClose: () => void }) {
  const [form, setForm] = useState(() => {
    const now = serverNow()
    const end = now + HOURS_8_MS
    return {
      person: null as string | null,
      from_day: indianDay(now),
      from_time: indianMinute(now),
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
  return (
    <FormDialog
      title="Add override"
      submit="Add override"
      busy={add.isPending}
      error={add.isError && Object.keys(errors).length === 0 ? errorText(add.error, TEXTS.on_call_save_failed) : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
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
