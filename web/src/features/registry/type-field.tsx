import type { AmbulanceType } from '@tvarit/shared/contracts/dispatch'
import { SelectField } from '../../components/form/select-field.tsx'
import { TYPE_TEXT } from './wording.ts'

interface TypeFieldProps {
  value: AmbulanceType
  error: string | undefined
  onChange: (type: AmbulanceType) => void
}

const OPTIONS = Object.entries(TYPE_TEXT).map(([type, label]) => ({ value: type as AmbulanceType, label }))

export const TypeField = (field: TypeFieldProps) => (
  <SelectField<AmbulanceType> label="Type" marked options={OPTIONS} {...field} />
)
