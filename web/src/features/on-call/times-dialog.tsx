import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { TextField } from '../../components/form/field.tsx'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { useForm } from '../../lib/use-form.ts'
import { whenSaved } from './on-saved.ts'

const [LEAST, LEVEL_2_MOST, LEVEL_3_MOST] = LIMITS.escalation_seconds

/** The times can only be made earlier than those of the product. */
export function TimesDialog({ times, onClose }: { times: OnCallPage['times']; onClose: () => void }) {
  const save = useMutation(trpc.onCall.setTimes.mutationOptions(whenSaved))
  const { form, error, field } = useForm(
    { level_2_seconds: String(times.level_2_seconds), level_3_seconds: String(times.level_3_seconds) },
    { sending: save, failed: TEXTS.on_call_save_failed },
  )
  return (
    <FormDialog
      title="Escalation times"
      submit="Save"
      busy={save.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() =>
        save.mutate(
          { level_2_seconds: Number(form.level_2_seconds), level_3_seconds: Number(form.level_3_seconds) },
          { onSuccess: onClose },
        )
      }
    >
      <FieldGrid>
        <TextField
          label="Admins are called after, s"
          inputMode="numeric"
          hint={`${LEAST} to ${LEVEL_2_MOST}`}
          {...field('level_2_seconds')}
        />
        <TextField
          label="On-call is called after, s"
          inputMode="numeric"
          hint={`${LEAST} to ${LEVEL_3_MOST}, not before the admins`}
          {...field('level_3_seconds')}
        />
      </FieldGrid>
    </FormDialog>
  )
}
