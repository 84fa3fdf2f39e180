import { STATES, UNION_TERRITORIES } from '@tvarit/shared/contracts/states'
import fieldStyles from './field.module.css'
import { FieldFrame, useField } from './field.tsx'

interface StateFieldProps {
  value: string
  error: string | undefined
  onChange: (state: string) => void
}

/** The states first, the union territories in a group of their own. */
export function StateField({ value, error, onChange }: StateFieldProps) {
  const { id, control } = useField(error, null)
  return (
    <FieldFrame id={id} label="State" error={error} marked>
      <select
        className={fieldStyles.input}
        {...control}
        autoComplete="address-level1"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Select a state</option>
        <optgroup label="States">
          {STATES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </optgroup>
        <optgroup label="Union territories">
          {UNION_TERRITORIES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </optgroup>
      </select>
    </FieldFrame>
  )
}
