import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import type { DispatchSummary } from '@tvarit/shared/contracts/dispatch'
import type { DispatchState } from '@tvarit/shared/contracts/dispatch-states'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { useState } from 'react'
import { TextAreaField } from '../../components/form/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { QuickChoices } from '../../components/quick-choices.tsx'
import { errorText } from '../../lib/error-text.ts'
import { personName } from './alert-facts.ts'
import { CLOSING_REASONS, withReason } from './closing-reasons.ts'
import { STATE_WORDS, useNoteStep } from './dispatch/use-dispatch.ts'
import { closedText } from './owner-text.ts'
import { type Closing, useCloseAlert, useNewest } from './use-alert-actions.ts'

/** Of an ambulance that has not reached the scene. */
const COMING: readonly DispatchState[] = ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE']

interface CloseAlertDialogProps {
  closing: Closing
  card: AlertCard
  /** The word on the button: Attend, Accept or Reject. */
  verb: string
  prefill?: string
  /** Whether it shows an error itself, beside the toast. */
  says_error?: boolean
  onClose: () => void
}

/** Asks why. The description is required: it is what the next reader of this alert will know. */
export function CloseAlertDialog(props: CloseAlertDialogProps) {
  const { closing, verb, prefill = '', says_error = false, onClose } = props
  const card = useNewest(props.card)
  const close = useCloseAlert()
  // By a colleague: of its own success this dialog hears a moment after the card.
  const closed = card.status !== 'PENDING' && !close.isPending && !close.isSuccess
  const failed = says_error && close.isError ? errorText(close.error, TEXTS.something_wrong) : null
  const [description, setDescription] = useState(prefill)
  const [missing, setMissing] = useState(false)
  const describe = (text: string) => {
    setDescription(text)
    setMissing(false)
  }
  return (
    <FormDialog
      // Whose alert, so that nobody closes the wrong one.
      title={`${verb} alert: ${personName(card)}`}
      submit={verb}
      danger={closing === 'REJECTED'}
      busy={close.isPending}
      done={closed}
      error={closed ? `${closedText(card)}.` : failed}
      onCancel={onClose}
      onSubmit={() => {
        if (description.trim())
          close.mutate({ id: card.id, status: closing, description: description.trim() }, { onSuccess: onClose })
        else setMissing(true)
      }}
    >
      {card.dispatch && closing === 'ATTENDED' ? (
        <StillToArrive key={card.dispatch.id} alert_id={card.id} dispatch={card.dispatch} />
      ) : null}
      {card.dispatch && closing === 'REJECTED' ? (
        <CalledOff dispatch={card.dispatch} linked={card.incident_id !== null} />
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

/** A rejected alert calls its ambulance back. */
const CalledOff = ({ dispatch, linked }: { dispatch: DispatchSummary; linked: boolean }) => (
  <Notice tone="warning">
    {dispatch.vehicle_number
      ? `${dispatch.vehicle_number} is then called off${linked ? ', unless it takes others of the accident' : ''}.`
      : `${dispatch.outside_provider} is then noted as called off. Tell them by phone.`}
  </Notice>
)

/** What happens if the ambulance is late, and the one press that notes its arrival. */
function StillToArrive({ alert_id, dispatch }: { alert_id: number; dispatch: DispatchSummary }) {
  const note = useNoteStep()
  const ambulance = dispatch.vehicle_number ?? dispatch.outside_provider ?? 'The ambulance'
  if (note.isSuccess) return <Notice tone="success">Noted: {ambulance} is at the scene.</Notice>
  if (!COMING.includes(dispatch.state)) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button
          loading={note.isPending}
          onClick={() => note.mutate({ id: alert_id, dispatch_id: dispatch.id, step: 'AT_SCENE' })}
        >
          {STATE_WORDS.AT_SCENE}
        </Button>
      }
    >
      {ambulance} is still to arrive.{' '}
      {dispatch.vehicle_number ? 'If it is late, this alert opens again.' : 'No console rings if it is late.'}
    </Notice>
  )
}
