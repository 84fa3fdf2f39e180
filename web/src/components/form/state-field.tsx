import { STATES, STATES_ADDED } from '@tvarit/shared/contracts/states'
import { SelectField } from './select-field.tsx'

const optionsOf = (states: readonly string[]) => states.map((state) => ({ value: state, label: state }))
const OPTIONS = [
  { label: 'States', options: optionsOf(STATES) },
  { label: 'Telangana and union territories', options: optionsOf(STATES_ADDED) },
]

interface StateFieldProps {
  value: string
  error: string | undefined
  onChange: (state: string) => void
}

/** The specification's 27 states first; Telangana and the union territories in a group of their own. */
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
