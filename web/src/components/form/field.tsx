import { Checkbox, type CheckboxProps, Form, Input, type InputProps, type InputRef } from 'antd'
import type { TextAreaProps } from 'antd/es/input/TextArea'
import { type ReactNode, type Ref, useId } from 'react'
import { counted } from '../plain/field.tsx'
import styles from './field.module.css'

export interface FieldFrame {
  label: string
  error?: string | null | undefined
  hint?: ReactNode
  /** Shows the mark of a required field; what is really checked is decided by the form. */
  marked?: boolean
}

/** Props of a `Form.Item` and of its control, which tie label, control, hint and error together for screen readers. */
export function useField({ label, error, hint, marked }: FieldFrame) {
  const id = useId()
  const described = [hint ? `${id}hint` : null, error ? `${id}error` : null].filter(Boolean).join(' ')
  return {
    item: {
      label,
      htmlFor: id,
      layout: 'vertical',
      required: marked === true,
      validateStatus: error ? 'error' : '',
      extra: hint ? (
        <p id={`${id}hint`} className={styles.below}>
          {hint}
        </p>
      ) : null,
      help: error ? (
        <p id={`${id}error`} className={styles.below}>
          {error}
        </p>
      ) : null,
    } as const,
    control: { id, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined },
  }
}

/** A field of text. `maxLength` is what a person counts: the field says what is left of it and cuts nothing. */
export function TextField({
  label,
  error,
  hint,
  marked,
  maxLength,
  ...input
}: FieldFrame & InputProps & { ref?: Ref<InputRef> }) {
  const { item, control } = useField({
    label,
    marked: marked ?? false,
    ...counted(input.value, maxLength, error, hint),
  })
  return (
    <Form.Item {...item}>
      <Input {...control} {...input} />
    </Form.Item>
  )
}

/** The same in several lines. */
export function TextAreaField({ label, error, hint, marked, maxLength, ...area }: FieldFrame & TextAreaProps) {
  const { item, control } = useField({ label, marked: marked ?? false, ...counted(area.value, maxLength, error, hint) })
  return (
    <Form.Item {...item}>
      <Input.TextArea rows={3} {...control} {...area} />
    </Form.Item>
  )
}

/** A yes or no. */
export const CheckField = ({
  onChange,
  ...box
}: Omit<CheckboxProps, 'onChange'> & { onChange: (yes: boolean) => void }) => (
  <Checkbox {...box} onChange={(event) => onChange(event.target.checked)} />
)
