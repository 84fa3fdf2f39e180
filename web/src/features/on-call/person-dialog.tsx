import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { AddOnCallPerson } from '@tvarit/shared/contracts/on-call'
import type { Language } from '@tvarit/shared/contracts/scan'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { TextField } from '../../components/form/field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { changedOnly } from '../../lib/changed-only.ts'
import { typedPhone } from '../../lib/typed-phone.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { LANGUAGE_OPTIONS } from '../../lib/language-options.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { useForm } from '../../lib/use-form.ts'
import type { Person } from './on-call-page.tsx'
import { whenSaved } from './on-saved.ts'

/** Adds a person to the list, or changes the one that is given. */
export function PersonDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const add = useCreation(trpc.onCall.addPerson.mutationOptions(whenSaved))
  const update = useMutation(trpc.onCall.updatePerson.mutationOptions(whenSaved))
  const running = person ? update : add
  const { form, begun, error, field } = useForm<Omit<AddOnCallPerson, 'request_id'>>(
    { name: person?.name ?? '', phone: person?.phone ?? '', language: person?.language ?? 'en' },
    { sending: running, failed: TEXTS.on_call_save_failed },
  )
  return (
    <FormDialog
      title={person ? `Edit ${person.name}` : 'Add person'}
      submit={person ? 'Save' : 'Add person'}
      busy={running.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() => {
        if (person) update.mutate({ id: person.id, ...changedOnly(form, begun) }, { onSuccess: onClose })
        else add.mutate(form, { onSuccess: onClose })
      }}
    >
      <TextField label="Name" marked autoFocus maxLength={LIMITS.on_call_name} {...field('name')} />
      <TextField
        label="Mobile number"
        marked
        type="tel"
        hint="Of a staff member or admin, or of any other person."
        {...field('phone', typedPhone)}
      />
      <SelectField<Language> label="Language" {...field('language')} options={LANGUAGE_OPTIONS} />
    </FormDialog>
  )
}
