import { STATES, UNION_TERRITORIES } from '@tvarit/shared/contracts/states'
import { SelectField } from './select-field.tsx'

const optionsOf = (states: readonly string[]) => states.map((state) => ({ value: state, label: state }))
const OPTIONS = [
  { label: 'States', options: optionsOf(STATES) },
  { label: 'Union territories', options: optionsOf(UNION_TERRITORIES) },
]

interface StateFieldProps {
  value: string
  error: string | undefined
  onChange: (state: string) => void
}

/** The states first, the union territories in a group of their own. */
export const StateField = ({ value, error, onChange }: StateFieldProps) => (
  <SelectField<string>
    label="State"
    marked
    error={error}
    showSearch={{ optionFilterProp: 'label' }}
    placeholder="Select a state"
    // antd shows the placeholder for nothing, not for an empty text.
    value={value || null}
    options={OPTIONS}
    onChange={onChange}
  />
)
