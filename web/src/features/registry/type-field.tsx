import type { AmbulanceType } from '@tvarit/shared/contracts/dispatch'
import fieldStyles from '../../components/plain/field.module.css'
import { FieldFrame, useField } from '../../components/plain/field.tsx'
import { TYPE_TEXT } from './wording.ts'

interface TypeFieldProps {
  value: AmbulanceType
  error: string | undefined
  onChange: (type: AmbulanceType) => void
}

export function TypeField({ value, error, onChange }: TypeFieldProps) {
  const { id, control } = useField(error, null)
  return (
    <FieldFrame id={id} label="Type" error={error ?? null} marked>
      <select
        className={fieldStyles.input}
        {...control}
        value={value}
        onChange={(event) => onChange(event.target.value as AmbulanceType)}
      >
        {Object.entries(TYPE_TEXT).map(([type, text]) => (
          <option key={type} value={type}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
