import type { AmbulanceType } from '@tvarit/shared/contracts/dispatch'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { Ambulance } from '@tvarit/shared/contracts/registry'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { changedOnly } from '../../lib/changed-only.ts'
import { LANGUAGE_OPTIONS } from '../../lib/language-options.ts'
import { trpc, whenDone } from '../../lib/trpc-query.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { useForm } from '../../lib/use-form.ts'
import { PlaceFields, typedNumber } from './place-fields.tsx'
import { reloadRegistry } from './reload-registry.ts'
import { TYPE_TEXT } from './wording.ts'

const DEFAULT_TYPE: AmbulanceType = 'BASIC'

const TYPES = Object.entries(TYPE_TEXT).map(([type, label]) => ({ value: type as AmbulanceType, label }))

const formOf = (ambulance: Ambulance | null) => ({
  vehicle_number: ambulance?.vehicle_number ?? '',
  type: ambulance?.type ?? DEFAULT_TYPE,
  operator: ambulance?.operator ?? '',
  driver_name: ambulance?.driver_name ?? '',
  driver_phone: ambulance?.driver_phone ?? '',
  driver_language: ambulance?.driver_language ?? 'en',
  latitude: ambulance ? String(ambulance.base_latitude) : '',
  longitude: ambulance ? String(ambulance.base_longitude) : '',
})

const inputOf = ({ latitude, longitude, ...texts }: ReturnType<typeof formOf>) => ({
  ...texts,
  base_latitude: typedNumber(latitude),
  base_longitude: typedNumber(longitude),
})

/** Adds an ambulance, or changes the one that is given. What is wrong with a field, the server says. */
export function AmbulanceDialog({ ambulance, onClose }: { ambulance: Ambulance | null; onClose: () => void }) {
  const add = useCreation(
    trpc.registry.addAmbulance.mutationOptions(whenDone(() => TEXTS.ambulance_added, reloadRegistry)),
  )
  const update = useMutation(
    trpc.registry.updateAmbulance.mutationOptions(whenDone(() => TEXTS.registry_saved, reloadRegistry)),
  )
  const running = ambulance ? update : add
  const { form, begun, errors, error, set, field } = useForm(() => formOf(ambulance), {
    sending: running,
    failed: TEXTS.registry_save_failed,
  })
  const onSubmit = () => {
    if (ambulance)
      update.mutate({ id: ambulance.id, ...changedOnly(inputOf(form), inputOf(begun)) }, { onSuccess: onClose })
    else add.mutate(inputOf(form), { onSuccess: onClose })
  }
  const title = ambulance ? `Edit ${ambulance.vehicle_number}` : 'Add Ambulance'
  return (
    <FormDialog
      title={title}
      submit={ambulance ? 'Save' : 'Add Ambulance'}
      busy={running.isPending}
      error={Object.keys(errors).length > 0 ? 'Please check the marked fields.' : error}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <FieldGrid>
        <TextField
          label="Vehicle number"
          marked
          autoFocus
          autoCapitalize="characters"
          maxLength={LIMITS.vehicle_number}
          placeholder="KA01AB1234"
          {...field('vehicle_number')}
        />
        <SelectField<AmbulanceType> label="Type" marked options={TYPES} {...field('type')} />
      </FieldGrid>
      <TextField label="Operator" marked maxLength={LIMITS.operator} {...field('operator')} />
      <FieldGrid>
        <TextField label="Driver" marked maxLength={LIMITS.driver_name} {...field('driver_name')} />
        <TextField label="Driver's phone" marked type="tel" maxLength={LIMITS.phone_typed} {...field('driver_phone')} />
      </FieldGrid>
      <SelectField
        label="Driver's language"
        hint="Of SMS and calls to the driver"
        options={LANGUAGE_OPTIONS}
        {...field('driver_language')}
      />
      <PlaceFields
        prefix="Base"
        latitude={form.latitude}
        longitude={form.longitude}
        errors={{ latitude: errors.base_latitude, longitude: errors.base_longitude }}
        onChange={set}
      />
    </FormDialog>
  )
}
