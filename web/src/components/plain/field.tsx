import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { lengthNote } from '../../lib/length-note.ts'
import styles from './field.module.css'

interface FieldFrame {
  label: string
  error?: string | null
  hint?: ReactNode
  /** Shows the mark of a required field; what is really checked is decided by the form. */
  marked?: boolean
}

/** Ties label, control, hint and error together for eyes and for screen readers. */
export function useField(error: string | null | undefined, hint: ReactNode) {
  const id = useId()
  const described = [hint ? `${id}hint` : null, error ? `${id}error` : null].filter(Boolean).join(' ')
  return {
    id,
    control: { id, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined },
  }
}

/** Hint and error of a field with a cap on its characters. A browser that translates replaces texts, so each has its tag. */
export function counted(value: unknown, most: number | undefined, error: FieldFrame['error'], hint: ReactNode) {
  const { left, over } = lengthNote(value, most)
  const said = left && <span role="status">{left}</span>
  const both =
    hint && said ? (
      <>
        <span>{hint}</span> {said}
      </>
    ) : (
      (said ?? hint)
    )
  return { error: over ?? error, hint: both }
}

/** Label, mark, error and hint around an input with this `id`. */
export function FieldFrame({
  id,
  label,
  error,
  hint,
  marked,
  children,
}: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className="strong" htmlFor={id}>
        {label}
        {marked ? (
          <span className="red" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {children}
      {hint ? (
        <p id={`${id}hint`} className="soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}error`} className="wrong">
          {error}
        </p>
      ) : null}
    </div>
  )
}

type TextFieldProps = FieldFrame & InputHTMLAttributes<HTMLInputElement> & { end?: ReactNode }

/**
 * A labelled input. `end` stands inside at the right (a show/hide toggle). `maxLength` is what a person counts: the field
 * says what is left of it and cuts nothing.
 */
export function TextField({ label, error, hint, marked, maxLength, end, ...input }: TextFieldProps) {
  const below = counted(input.value, maxLength, error, hint)
  const { id, control } = useField(below.error, below.hint)
  return (
    <FieldFrame id={id} label={label} marked={marked} {...below}>
      <span className={styles.box}>
        <input className={styles.input} {...control} {...input} />
        {end}
      </span>
    </FieldFrame>
  )
}

export function TextAreaField({
  label,
  error,
  hint,
  marked,
  maxLength,
  ...area
}: FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const below = counted(area.value, maxLength, error, hint)
  const { id, control } = useField(below.error, below.hint)
  return (
    <FieldFrame id={id} label={label} marked={marked} {...below}>
      <textarea className={styles.input} rows={3} {...control} {...area} />
    </FieldFrame>
  )
}

interface SelectFieldProps extends FieldFrame, SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly { value: string; label: string }[]
}

/** A choice that may stay open. */
export function SelectField({ label, error, hint, marked, options, ...select }: SelectFieldProps) {
  const { id, control } = useField(error, hint)
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} marked={marked}>
      <select className={styles.input} {...control} {...select}>
        <option value="">Not given</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
