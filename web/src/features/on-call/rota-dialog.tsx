import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { WEEKDAYS } from '@tvarit/shared/contracts/on-call-plan'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { useField } from '../../components/form/field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { TimeField } from '../../components/form/time-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { useForm } from '../../lib/use-form.ts'
import { whenSaved } from './on-saved.ts'

const DAYS = WEEKDAYS.map((label, day) => ({ label, value: String(day) }))

/** Asks for the order of people and the moment of handover. */
export function RotaDialog({ data, onClose }: { data: OnCallPage; onClose: () => void }) {
  const save = useMutation(trpc.onCall.setRota.mutationOptions(whenSaved))
  const { form, errors, error, set, field } = useForm(
    {
      people: data.rota.weeks.map(({ id }) => id),
      weekday: String(data.rota.weekday),
      time: data.rota.time,
    },
    { sending: save, failed: TEXTS.on_call_save_failed },
  )
  const { item, control } = useField({
    label: 'Order of people',
    hint: 'The first is on call from now on. The order is that in which you choose them.',
    error: errors.people,
  })
  return (
    <FormDialog
      title="Weekly rota"
      submit="Save"
      busy={save.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() => save.mutate({ ...form, weekday: Number(form.weekday) }, { onSuccess: onClose })}
    >
      <Form.Item {...item}>
        <Select<number[]>
          {...control}
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Everybody at once"
          options={data.people.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.people}
          onChange={(people) => set({ people })}
        />
      </Form.Item>
      <FieldGrid>
        <SelectField<string> label="Handover on" options={DAYS} {...field('weekday')} />
        <TimeField label="At (India time)" {...field('time')} />
      </FieldGrid>
    </FormDialog>
  )
}
