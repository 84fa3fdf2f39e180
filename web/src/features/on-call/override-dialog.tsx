import { indianDay, indianMinute } from '@tvarit/shared/contracts/indian-time'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import type { Shift } from '@tvarit/shared/contracts/on-call-plan'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { DateField } from '../../components/form/date-field.tsx'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { TimeField } from '../../components/form/time-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { serverNow } from '../../lib/server-clock.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { formatDateMinute } from '../../lib/dates.ts'
import { toast } from '../../lib/toasts.ts'
import styles from './on-call.module.css'
import { reloadOnCall, whenSaved } from './on-saved.ts'
import { shiftText } from './rota-card.tsx'

const HOURS_8_MS = 8 * 3_600_000
const inIndia = (day: string, time: string) => `${day}T${time}:00+05:30`

/** From the beginning of the shift, or now, to its end, or eight hours. */
function beginOf(shift: Shift | null) {
  const begin = Math.max(serverNow(), shift?.from ?? 0)
  const end = shift?.to ?? begin + HOURS_8_MS
  return {
    person_id: '',
    from_day: indianDay(begin),
    from_time: indianMinute(begin),
    to_day: indianDay(end),
    to_time: indianMinute(end),
  }
}

interface OverrideDialogProps {
  data: OnCallPage
  /** The one that was pressed; null: from now on. */
  shift: Shift | null
  onClose: () => void
}

/** Asks who is on call instead of the rota's person, and from when to when. Overrides of the shift can be removed. */
export function OverrideDialog({ data: { people, overrides }, shift, onClose }: OverrideDialogProps) {
  const add = useCreation(trpc.onCall.addOverride.mutationOptions(whenSaved))
  const { form, errors, error, field, submit } = useForm(() => beginOf(shift), {
    sending: add,
    failed: TEXTS.on_call_save_failed,
    check: required('person_id'),
  })
  const send = () => {
    const { person_id, from_day, from_time, to_day, to_time } = form
    const [from, to] = [inIndia(from_day, from_time), inIndia(to_day, to_time)]
    add.mutate({ person_id: Number(person_id), from, to }, { onSuccess: onClose })
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
      error={error}
      onCancel={onClose}
      onSubmit={() => submit(send)}
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
        {...field('person_id')}
        value={form.person_id || null}
      />
      <FieldGrid>
        <DateField label="From" marked {...field('from_day')} error={errors.from} />
        <TimeField label="At (India time)" {...field('from_time')} />
        <DateField label="To" marked {...field('to_day')} error={errors.to} />
        <TimeField label="Until (India time)" {...field('to_time')} />
      </FieldGrid>
    </FormDialog>
  )
}
