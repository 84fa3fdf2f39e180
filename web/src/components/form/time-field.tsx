import { Form, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { type FieldFrame, useField } from './field.tsx'

interface TimeFieldProps extends FieldFrame {
  /** `09:00`. */
  value: string
  onChange: (time: string) => void
}

/** A clock of 24 hours, whatever the browser's language: typed or chosen. */
export function TimeField({ label, error, hint, marked, value, onChange }: TimeFieldProps) {
  const { item, control } = useField({ label, error, hint, marked: marked ?? false })
  return (
    <Form.Item {...item}>
      <TimePicker
        {...control}
        style={{ width: '100%' }}
        allowClear={false}
        needConfirm={false}
        showNow={false}
        format="HH:mm"
        value={dayjs(`2026-01-01T${value}`)}
        onChange={(time) => time && onChange(time.format('HH:mm'))}
      />
    </Form.Item>
  )
}
