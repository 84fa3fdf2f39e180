import { DatePicker, Form } from 'antd'
import dayjs from 'dayjs'
import { type FieldFrame, useField } from './field.tsx'

interface DateFieldProps extends FieldFrame {
  /** A day (`YYYY-MM-DD`), like the ends of what is allowed; '' for none. */
  value: string
  min?: string | undefined
  max?: string | undefined
  className?: string
  /** The label only for screen readers and as the words of the empty field. */
  inline?: true
  /** Takes the focus and shows the calendar at once. */
  opens?: boolean
  onChange: (day: string) => void
  onBlur?: () => void
}

const WRITTEN = ['DD/MM/YYYY', 'D/M/YYYY', 'DDMMYYYY', 'DD-MM-YYYY', 'DD.MM.YYYY']
const dayOf = (day: string | undefined) => (day ? dayjs(day) : undefined)

/** A day as India writes it, whatever the browser's language: typed or chosen. */
export function DateField({
  label,
  error,
  hint,
  marked,
  value,
  min,
  max,
  inline,
  opens,
  onChange,
  ...rest
}: DateFieldProps) {
  const { item, control } = useField({ label, error, hint, marked: marked ?? false })
  const picker = (
    <DatePicker
      {...control}
      {...rest}
      {...(inline ? { 'aria-label': label } : { style: { width: '100%' } })}
      {...(opens ? { autoFocus: true, defaultOpen: true } : {})}
      allowClear={marked !== true}
      format={WRITTEN}
      placeholder={inline ? `${label} ...` : 'dd/mm/yyyy'}
      value={dayOf(value) ?? null}
      minDate={dayOf(min)}
      maxDate={dayOf(max)}
      onChange={(day) => onChange(day?.format('YYYY-MM-DD') ?? '')}
    />
  )
  return inline ? picker : <Form.Item {...item}>{picker}</Form.Item>
}
