import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useState } from 'react'
import { TextField } from './field.tsx'
import styles from './field.module.css'

interface PasswordFieldProps {
  label: string
  value: string
  error?: string | null | undefined
  hint?: string
  marked?: boolean
  onChange: (value: string) => void
}

/** A new password with a show/hide toggle. */
export function PasswordField({ onChange, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      maxLength={LIMITS.password}
      onChange={(event) => onChange(event.target.value)}
      end={
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={shown}
          aria-label={`${shown ? 'Hide' : 'Show'} ${field.label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
