import type { AmbulanceType } from '@tvarit/shared/contracts/dispatch'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { Ambulance } from '@tvarit/shared/contracts/registry'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldPair } from '../../components/form/form-section.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { changedOnly } from '../../lib/changed-only.ts'
import { errorText, fieldMessages } from '../../lib/error-text.ts'
import { LANGUAGE_OPTIONS } from '../../lib/languages.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { typedNumber } from './typed-number.ts'
import { PlaceFields } from './place-fields.tsx'
import { saved } from './on-registry-saved.ts'
import { TypeField } from './type-field.tsx'

const DEFAULT_TYPE: AmbulanceType = 'BASIC'

const formOf = (ambulance: Ambulance | null) => ({
  vehicle_number: ambulance?.vehicle_number ?? '',
  type: ambulance?.type ?? DEFAULT_TYPE,
  operator: ambulance?.operator ?? '',
  driver_name: ambulance?.driver_name ?? '',
  driver_phone: ambulance?.driver_phone ?? '',
  driver_language: ambulance?.driver_language ?? 'en',
  base_latitude: ambulance ? String(ambulance.base_latitude) : '',
  base_longitude: ambulance ? String(ambulance.base_longitude) : '',
})

const inputOf = ({ base_latitude, base_longitude, ...texts }: ReturnType<typeof formOf>) => ({
  ...texts,
  base_latitude: typedNumber(base_latitude),
  base_longitude: typedNumber(base_longitude),
})

/** Adds an ambulance, or changes the one that is given. What is wrong with a field, the server says. */
export function AmbulanceDialog({ ambulance, onClose }: { ambulance: Ambulance | null; onClose: () => void }) {
  const [begun] = useState(() => formOf(ambulance))
  const [form, setForm] = useState(begun)
  const options = (text: string) => ({ meta: { silent: true }, onSuccess: () => saved(text) })
  const add = useMutation(trpc.registry.addAmbulance.mutationOptions(options(TEXTS.ambulance_added)))
  const update = useMutation(trpc.registry.updateAmbulance.mutationOptions(options(TEXTS.registry_saved)))
  const running = ambulance ? update : add
  const errors = fieldMessages(running.error)
  const set = (change: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...change }))
    if (running.isError) running.reset()
  }
  const onSubmit = () => {
    if (ambulance)
      update.mutate({ id: ambulance.id, ...changedOnly(inputOf(form), inputOf(begun)) }, { onSuccess: onClose })
    else add.mutate(inputOf(form), { onSuccess: onClose })
  }
  const refused = running.isError ? errorText(running.error, TEXTS.registry_save_failed) : null
  const title = ambulance ? `Edit ${ambulance.vehicle_number}` : 'Add Ambulance'
  return (
    <FormDialog
      title={title}
      submit={ambulance ? 'Save' : 'Add Ambulance'}
      busy={running.isPending}
      error={refused && Object.keys(errors).length > 0 ? 'Please check the marked fields.' : refused}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <FieldPair>
        <TextField
          label="Vehicle number"
          marked
          autoFocus
          autoCapitalize="characters"
          maxLength={LIMITS.vehicle_number}
          placeholder="KA01AB1234"
          value={form.vehicle_number}
          error={errors.vehicle_number}
          onChange={(event) => set({ vehicle_number: event.target.value })}
        />
        <TypeField value={form.type} error={errors.type} onChange={(type) => set({ type })} />
      </FieldPair>
      <TextField
        label="Operator"
        marked
        maxLength={LIMITS.operator}
        value={form.operator}
        error={errors.operator}
        onChange={(event) => set({ operator: event.target.value })}
      />
      <FieldPair>
        <TextField
          label="Driver"
          marked
          maxLength={LIMITS.driver_name}
          value={form.driver_name}
          error={errors.driver_name}
          onChange={(event) => set({ driver_name: event.target.value })}
        />
        <TextField
          label="Driver's phone"
          marked
          type="tel"
          maxLength={24}
          value={form.driver_phone}
          error={errors.driver_phone}
          onChange={(event) => set({ driver_phone: event.target.value })}
        />
      </FieldPair>
      <SelectField
        label="Driver's language"
        hint="Of SMS and calls to the driver"
        options={LANGUAGE_OPTIONS}
        value={form.driver_language}
        error={errors.driver_language}
        onChange={(driver_language) => set({ driver_language })}
      />
      <PlaceFields
        prefix="Base"
        latitude={form.base_latitude}
        longitude={form.base_longitude}
        errors={{ latitude: errors.base_latitude, longitude: errors.base_longitude }}
        onChange={({ latitude, longitude }) =>
          set({
            ...(latitude === undefined ? {} : { base_latitude: latitude }),
            ...(longitude === undefined ? {} : { base_longitude: longitude }),
          })
        }
      />
    </FormDialog>
  )
}
