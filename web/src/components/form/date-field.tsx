import { dayText } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { readDay } from '@tvarit/shared/contracts/typed-day'
import { DatePicker, Form } from 'antd'
import dayjs from 'dayjs'
import { useTypedText } from './typed-text.ts'
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
  /** Also gets what was typed and is no day, so that a form is not sent with the day before. */
  onChange: (day: string) => void
  onBlur?: () => void
}

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
const dayOf = (day: string | undefined) => (day && isDay(day) ? dayjs(day) : undefined)

function rangeText(min = '', max = ''): string {
  const [from, to] = [min, max].map((day) => day && dayText(day))
  if (from && to) return `Choose a day from ${from} to ${to}.`
  return from ? `Choose a day from ${from} on.` : `Choose a day up to ${to}.`
}

/** For what has no form that would reject it: `set` gets days and '' only, the field says what is wrong with the rest. */
export const daysOnly =
  (set: (day: string) => void) =>
  (text: string): void => {
    if (text === '' || isDay(text)) set(text)
  }

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
  const within = (day: string) => (!min || day >= min) && (!max || day <= max)
  const typed = useTypedText(
    value,
    (text) => {
      const day = readDay(text)
      return day && within(day) ? day : null
    },
    onChange,
  )
  const wrong = typed.unread === null ? null : readDay(typed.unread) ? rangeText(min, max) : TEXTS.day_unread
  // An answer of the server is about what was typed before.
  const { item, control } = useField({ label, error: wrong ?? error, hint, marked: marked ?? false })
  const picker = (
    <div {...typed.listeners}>
      <DatePicker
        {...control}
        {...rest}
        {...(inline ? { 'aria-label': label } : { style: { width: '100%' } })}
        {...(opens ? { autoFocus: true, defaultOpen: true } : {})}
        {...(wrong ? { status: 'error' as const } : {})}
        allowClear={marked !== true}
        // Any other spelling is read here: the picker would put the day before in its place.
        format="DD/MM/YYYY"
        preserveInvalidOnBlur
        placeholder={inline ? `${label} ...` : 'dd/mm/yyyy'}
        value={dayOf(typed.shown) ?? null}
        minDate={dayOf(min)}
        maxDate={dayOf(max)}
        onChange={(day) => typed.chosen(day?.format('YYYY-MM-DD') ?? '')}
      />
    </div>
  )
  return (
    <Form.Item {...item} {...(inline ? { label: null } : {})}>
      {picker}
    </Form.Item>
  )
}
