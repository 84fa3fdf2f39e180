import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { Hospital } from '@tvarit/shared/contracts/registry'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { CheckField, TextField } from '../../components/form/field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { changedOnly } from '../../lib/changed-only.ts'
import { LANGUAGE_OPTIONS } from '../../lib/language-options.ts'
import { trpc, whenDone } from '../../lib/trpc-query.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { useForm } from '../../lib/use-form.ts'
import { PlaceFields, typedNumber } from './place-fields.tsx'
import { reloadRegistry } from './reload-registry.ts'

const formOf = (hospital: Hospital | null) => ({
  name: hospital?.name ?? '',
  phone: hospital?.phone ?? '',
  email: hospital?.email ?? '',
  address: hospital?.address ?? '',
  latitude: hospital ? String(hospital.latitude) : '',
  longitude: hospital ? String(hospital.longitude) : '',
  emergency: hospital?.emergency ?? true,
  language: hospital?.language ?? 'en',
})

const inputOf = (form: ReturnType<typeof formOf>) => ({
  ...form,
  latitude: typedNumber(form.latitude),
  longitude: typedNumber(form.longitude),
})

/** Adds a hospital, or changes the one that is given. What is wrong with a field, the server says. */
export function HospitalDialog({ hospital, onClose }: { hospital: Hospital | null; onClose: () => void }) {
  const add = useCreation(
    trpc.registry.addHospital.mutationOptions(whenDone(() => TEXTS.hospital_added, reloadRegistry)),
  )
  const update = useMutation(
    trpc.registry.updateHospital.mutationOptions(whenDone(() => TEXTS.registry_saved, reloadRegistry)),
  )
  const running = hospital ? update : add
  const { form, begun, errors, error, set, field } = useForm(() => formOf(hospital), {
    sending: running,
    failed: TEXTS.registry_save_failed,
  })
  const onSubmit = () => {
    if (hospital)
      update.mutate({ id: hospital.id, ...changedOnly(inputOf(form), inputOf(begun)) }, { onSuccess: onClose })
    else add.mutate(inputOf(form), { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={hospital ? `Edit ${hospital.name}` : 'Add Hospital'}
      submit={hospital ? 'Save' : 'Add Hospital'}
      busy={running.isPending}
      error={Object.keys(errors).length > 0 ? 'Please check the marked fields.' : error}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <TextField label="Name" marked autoFocus maxLength={LIMITS.hospital_name} {...field('name')} />
      <FieldGrid>
        <TextField
          label="Phone"
          marked
          type="tel"
          maxLength={LIMITS.phone_typed}
          hint="With the area code, like 080 2670 1150"
          {...field('phone')}
        />
        <TextField label="Email" type="email" maxLength={LIMITS.email} {...field('email')} />
      </FieldGrid>
      <TextField label="Address" marked maxLength={LIMITS.address} {...field('address')} />
      <PlaceFields
        latitude={form.latitude}
        longitude={form.longitude}
        errors={{ latitude: errors.latitude, longitude: errors.longitude }}
        onChange={set}
      />
      <SelectField
        label="Language"
        hint="Of messages to the hospital"
        options={LANGUAGE_OPTIONS}
        {...field('language')}
      />
      <CheckField checked={form.emergency} onChange={(emergency) => set({ emergency })}>
        Takes emergencies at any hour
      </CheckField>
    </FormDialog>
  )
}
