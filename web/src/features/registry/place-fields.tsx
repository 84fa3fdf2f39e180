import { asciiDigits } from '@tvarit/shared/contracts/compact'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { TextField } from '../../components/form/field.tsx'
import { PinMap } from '../../components/map/pin-map.tsx'

/** A typed number. NaN, also for nothing, arrives as null and is rejected with the text of its field. */
export const typedNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

interface PlaceFieldsProps {
  /** 'Base ' for an ambulance. */
  prefix?: string
  latitude: string
  longitude: string
  errors: { latitude: string | undefined; longitude: string | undefined }
  onChange: (change: { latitude?: string; longitude?: string }) => void
}

/** A pin on a map, or two numbers in degrees; a pair pasted from a map (`12.9719, 77.6412`) fills both. */
export function PlaceFields({ prefix = '', latitude, longitude, errors, onChange }: PlaceFieldsProps) {
  const typed = (name: 'latitude' | 'longitude', written: string) => {
    const text = asciiDigits(written)
    const pair = /^\s*(\d+\.?\d*)\s*,\s*(\d+\.?\d*)\s*$/.exec(text)
    onChange(pair ? { latitude: pair[1]!, longitude: pair[2]! } : { [name]: text })
  }
  const label = (word: string) => (prefix ? `${prefix} ${word.toLowerCase()}` : word)
  return (
    <>
      <PinMap
        label={prefix || 'Place'}
        value={placeOf(latitude, longitude)}
        onChange={(place) => onChange({ latitude: String(place.latitude), longitude: String(place.longitude) })}
      />
      <FieldGrid>
        <TextField
          label={label('Latitude')}
          marked
          inputMode="decimal"
          hint="In degrees, like 12.9719"
          value={latitude}
          error={errors.latitude}
          onChange={(event) => typed('latitude', event.target.value)}
        />
        <TextField
          label={label('Longitude')}
          marked
          inputMode="decimal"
          hint="In degrees, like 77.6412"
          value={longitude}
          error={errors.longitude}
          onChange={(event) => typed('longitude', event.target.value)}
        />
      </FieldGrid>
    </>
  )
}

/** Null while the two numbers are no place on this globe yet. */
function placeOf(latitude: string, longitude: string) {
  const [north, east] = [latitude, longitude].map(typedNumber)
  return Math.abs(north!) <= 85 && Math.abs(east!) <= 180 ? { latitude: north!, longitude: east! } : null
}
