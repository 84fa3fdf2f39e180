import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../../components/form/field.tsx'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { errorText, fieldMessages } from '../../lib/error-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { whenSaved } from './on-saved.ts'

const [LEAST, LEVEL_2_MOST, LEVEL_3_MOST] = LIMITS.escalation_seconds

/** The times can only be made earlier than those of the product. */
export function TimesDialog({ times, onClose }: { times: OnCallPage['times']; onClose: () => void }) {
  const [level_2, setLevel2] = useState(String(times.level_2_seconds))
  const [level_3, setLevel3] = useState(String(times.level_3_seconds))
  const save = useMutation(trpc.onCall.setTimes.mutationOptions(whenSaved))
  const errors = fieldMessages(save.error)
  return (
    <FormDialog
      title="Escalation times"
      submit="Save"
      busy={save.isPending}
      error={save.isError && Object.keys(errors).length === 0 ? errorText(save.error, TEXTS.on_call_save_failed) : null}
      onCancel={onClose}
      onSubmit={() =>
        save.mutate({ level_2_seconds: Number(level_2), level_3_seconds: Number(level_3) }, { onSuccess: onClose })
      }
    >
      <FieldGrid>
        <TextField
          label="Admins are called after, s"
          inputMode="numeric"
          hint={`${LEAST} to ${LEVEL_2_MOST}`}
          value={level_2}
          error={errors.level_2_seconds}
          onChange={(event) => setLevel2(event.target.value)}
        />
        <TextField
          label="On-call is called after, s"
          inputMode="numeric"
          hint={`${LEAST} to ${LEVEL_3_MOST}, not before the admins`}
          value={level_3}
          error={errors.level_3_seconds}
          onChange={(event) => setLevel3(event.target.value)}
        />
      </FieldGrid>
    </FormDialog>
  )
}
