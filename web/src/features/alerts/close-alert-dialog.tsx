import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import type { DispatchState } from '@tvarit/shared/contracts/dispatch-states'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useState } from 'react'
import { TextAreaField } from '../../components/form/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { QuickChoices } from '../../components/quick-choices.tsx'
import { CLOSING_REASONS, withReason } from './closing-reasons.ts'
import type { Closing } from './use-alert-actions.ts'

/** Of an ambulance that has not reached the scene. A rejected alert calls it back. */
const COMING: readonly DispatchState[] = ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE']

interface CloseAlertDialogProps {
  closing: Closing
  /** Whose alert, so that nobody closes the wrong one. */
  name: string
  /** The word on the button: Attend, Accept or Reject. */
  verb: string
  /** The ambulance that is out. */
  dispatch: AlertCard['dispatch']
  prefill?: string
  busy: boolean
  error?: string | null
  onCancel: () => void
  onSubmit: (description: string) => void
}

/** Asks why. The description is required: it is what the next reader of this alert will know. */
export function CloseAlertDialog(props: CloseAlertDialogProps) {
  const { closing, name, verb, dispatch, prefill = '', busy, error = null, onCancel, onSubmit } = props
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
      {closing === 'ATTENDED' && dispatch && COMING.includes(dispatch.state) ? (
        <Notice tone="warning">
          {dispatch.vehicle_number ?? dispatch.outside_provider ?? 'The ambulance'} is still to arrive.{' '}
          {dispatch.vehicle_number
            ? 'If it is late, this alert opens again. Note its step first when it is there.'
            : 'No console rings if it is late.'}
        </Notice>
      ) : null}
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
