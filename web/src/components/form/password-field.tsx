import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Button } from 'antd'
import { useState } from 'react'
import { type FieldFrame, TextField } from './field.tsx'

interface PasswordFieldProps extends FieldFrame {
  value: string
  onChange: (value: string) => void
}

/** A new password. The toggle is a button of its own: antd's eye is out of a keyboard's reach. */
export function PasswordField({ onChange, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      maxLength={LIMITS.password}
      onChange={(event) => onChange(event.target.value)}
      suffix={
        <Button
          type="link"
          size="small"
          style={{ height: 'auto', paddingBlock: 0 }}
          aria-pressed={shown}
          aria-label={`${shown ? 'Hide' : 'Show'} ${field.label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  )
}
