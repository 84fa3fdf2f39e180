import type { InputProps } from 'antd'
import { compactUpper } from '@tvarit/shared/contracts/kyc'
import { TextField } from '../../../components/form/field.tsx'
import styles from '../chain.module.css'
import type { TextName } from './form-fields.ts'
import type { SubordinateFormState } from './use-subordinate-form.ts'

/** What looks wrong without being rejected. */
export const SoftHint = ({ text }: { text: string }) => <span className={styles.amber}>{text}</span>

interface FormTextProps extends Omit<InputProps, 'form' | 'name'> {
  form: SubordinateFormState
  name: TextName
  label: string
  hint?: string
  /** What may stand in the field while it is typed. */
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
      hint={soft ? <SoftHint text={soft} /> : hint}
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

/** A number copied from a paper: any case, spaces and hyphens; put in order when the field is left. */
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
        hint={soft ? <SoftHint text={soft} /> : hint}
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
