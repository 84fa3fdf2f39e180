import type { InputHTMLAttributes } from 'react'
import { compactUpper } from '@tvarit/shared/contracts/kyc'
import { TextField } from '../../../components/plain/field.tsx'
import styles from '../chain.module.css'
import type { TextName } from './form-fields.ts'
import type { SubordinateFormState } from './use-subordinate-form.ts'

interface FormTextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name'> {
  form: SubordinateFormState
  name: TextName
  label: string
  hint?: string
  /** What may stand in the field while somebody types. */
  typed?: (value: string) => string
}

/** A required text of the form. What looks wrong stands below in amber and stops nobody. */
export function FormText({ form, name, label, hint, typed, ...input }: FormTextProps) {
  const { value, error, soft, set, leave } = form.text(name)
  return (
    <TextField
      autoComplete="off"
      {...input}
      label={label}
      marked
      value={value}
      error={error}
      hint={soft ? <span className={styles.amber}>{soft}</span> : hint}
      onChange={(event) => set(typed ? typed(event.target.value) : event.target.value)}
      onBlur={leave}
    />
  )
}

interface FormCodeProps {
  form: SubordinateFormState
  name: TextName
  label: string
  hint?: string
  maxLength: number
  digits?: boolean
}

/** A number somebody copies from a paper: any case, spaces and hyphens; put in order when the field is left. */
export function FormCode({ form, name, label, hint, maxLength, digits = false }: FormCodeProps) {
  const { value, error, soft, set, leave } = form.text(name)
  return (
    <div className={styles.capitals}>
      <TextField
        label={label}
        marked
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={digits ? 'numeric' : 'text'}
        maxLength={maxLength}
        value={value}
        error={error}
        hint={soft ? <span className={styles.amber}>{soft}</span> : hint}
        onChange={(event) => set(event.target.value)}
        onBlur={() => {
          const compact = compactUpper(value)
          if (compact !== value) set(compact)
          leave()
        }}
      />
    </div>
  )
}
