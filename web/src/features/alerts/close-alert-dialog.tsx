import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useState } from 'react'
import { TextAreaField } from '../../components/form/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { QuickChoices } from '../../components/quick-choices.tsx'
import { CLOSING_REASONS, withReason } from './closing-reasons.ts'
import type { Closing } from './use-alert-actions.ts'

interface CloseAlertDialogProps {
  closing: Closing
  /** Whose alert, so that nobody closes the wrong one. */
  name: string
  /** The word on the button: Attend, Accept or Reject. */
  verb: string
  prefill?: string
  busy: boolean
  error?: string | null
  onCancel: () => void
  onSubmit: (description: string) => void
}

/** Asks why. The description is required: it is what the next reader of this alert will know. */
export function CloseAlertDialog(props: CloseAlertDialogProps) {
  const { closing, name, verb, prefill = '', busy, error = null, onCancel, onSubmit } = props
  const [description, setDescription] = useState(prefill)
  const [missing, setMissing] = useState(false)
  const describe = (text: string) => {
    setDescription(text)
    setMissing(false)
  }
  return (
    <FormDialog
      title={`${verb} alert: ${name}`}
      submit={verb}
      danger={closing === 'REJECTED'}
      busy={busy}
      error={error}
      onCancel={onCancel}
      onSubmit={() => (description.trim() ? onSubmit(description.trim()) : setMissing(true))}
    >
      <QuickChoices
        label="Common reasons"
        choices={CLOSING_REASONS[closing]}
        value={description.trim()}
        onChoose={(reason) => describe(withReason(description, reason, [prefill, ...CLOSING_REASONS[closing]]))}
      />
      <TextAreaField
        label={TEXTS.alert_description_ask}
        rows={4}
        maxLength={LIMITS.alert_description}
        value={description}
        error={missing ? TEXTS.alert_description_required : null}
        onChange={(event) => describe(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
    </FormDialog>
  )
}
