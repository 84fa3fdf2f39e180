import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { WEEKDAYS } from '@tvarit/shared/contracts/on-call-plan'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { useField } from '../../components/form/field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { TimeField } from '../../components/form/time-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { errorText, fieldMessages } from '../../lib/error-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { whenSaved } from './on-saved.ts'

const DAYS = WEEKDAYS.map((label, day) => ({ label, value: String(day) }))

/** Asks for the order of people and the moment of handover. */
export function RotaDialog({ data, onClose }: { data: OnCallPage; onClose: () => void }) {
  const [people, setPeople] = useState(() => data.rota.weeks.map(({ id }) => id))
  const [weekday, setWeekday] = useState(data.rota.weekday)
  const [time, setTime] = useState(data.rota.time)
  const save = useMutation(trpc.onCall.setRota.mutationOptions(whenSaved))
  const errors = fieldMessages(save.error)
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
      error={save.isError ? errorText(save.error, TEXTS.on_call_save_failed) : null}
      onCancel={onClose}
      onSubmit={() => save.mutate({ people, weekday, time }, { onSuccess: onClose })}
    >
      <Form.Item {...item}>
        <Select<number[]>
          {...control}
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Everybody at once"
          options={data.people.map(({ id, name }) => ({ value: id, label: name }))}
          value={people}
          onChange={setPeople}
        />
      </Form.Item>
      <FieldGrid>
        <SelectField<string>
          label="Handover on"
          options={DAYS}
          value={String(weekday)}
          onChange={(day) => setWeekday(Number(day))}
        />
        <TimeField label="At (India time)" value={time} error={errors.time} onChange={setTime} />
      </FieldGrid>
    </FormDialog>
  )
}
