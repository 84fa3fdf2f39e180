import type { DispatchView } from '@tvarit/shared/contracts/dispatch'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { QuickChoices } from '../../../components/quick-choices.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { useCancelDispatch } from './use-dispatch.ts'

const COMMON = ['No answer', 'Sent the wrong one', 'Not needed any more']

interface CancelDispatchProps {
  dispatch: DispatchView
  alert_id: number
  onClose: () => void
}

/** Calls an ambulance off. The driver's page ends, and the next one can be sent. */
export function CancelDispatchDialog({ dispatch, alert_id, onClose }: CancelDispatchProps) {
  const [reason, setReason] = useState(dispatch.unanswered ? COMMON[0]! : '')
  const [missing, setMissing] = useState(false)
  const cancel = useCancelDispatch()
  const choose = (text: string) => {
    setReason(text)
    setMissing(false)
  }
  return (
    <FormDialog
      title={`Call off ${dispatch.vehicle_number ?? dispatch.outside_provider ?? 'the ambulance'}`}
      submit="Call off"
      danger
      busy={cancel.isPending}
      error={cancel.isError ? errorText(cancel.error, 'Failed to call it off.') : null}
      onCancel={onClose}
      onSubmit={() => {
        if (reason.trim().length < 3) setMissing(true)
        else cancel.mutate({ id: alert_id, dispatch_id: dispatch.id, reason: reason.trim() }, { onSuccess: onClose })
      }}
    >
      <p>Tell the driver by phone, too: a page can be closed. Another ambulance can be sent right after.</p>
      <TextField
        label="Reason"
        marked
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={missing ? 'Say why in a few words.' : null}
        onChange={(event) => choose(event.target.value)}
      />
      <QuickChoices label="Common reasons" choices={COMMON} value={reason} onChoose={choose} />
    </FormDialog>
  )
}
