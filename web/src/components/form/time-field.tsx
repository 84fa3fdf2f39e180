import { TEXTS } from '@tvarit/shared/contracts/texts'
import { readTime } from '@tvarit/shared/contracts/typed-day'
import { Form, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { type FieldFrame, useField } from './field.tsx'
import { useTypedText } from './typed-text.ts'

interface TimeFieldProps extends FieldFrame {
  /** `09:00`. */
  value: string
  /** Also gets what was typed and is no time, so that a form is not sent with the time before. */
  onChange: (time: string) => void
}

/** A clock of 24 hours, whatever the browser's language: typed or chosen. */
export function TimeField({ label, error, hint, marked, value, onChange }: TimeFieldProps) {
  const typed = useTypedText(value, readTime, onChange)
  const wrong = typed.unread === null ? null : TEXTS.time_unread
  // An answer of the server is about what was typed before.
  const { item, control } = useField({ label, error: wrong ?? error, hint, marked: marked ?? false })
  const time = dayjs(`2026-01-01T${typed.shown}`)
  return (
    <Form.Item {...item}>
      <div {...typed.listeners}>
        <TimePicker
          {...control}
          style={{ width: '100%' }}
          allowClear={false}
          needConfirm={false}
          showNow={false}
          // Any other spelling is read here, as in the field of days.
          format="HH:mm"
          preserveInvalidOnBlur
          value={time.isValid() ? time : null}
          onChange={(clock) => clock && typed.chosen(clock.format('HH:mm'))}
        />
      </div>
    </Form.Item>
  )
}
