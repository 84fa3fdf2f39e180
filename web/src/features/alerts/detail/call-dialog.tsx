import type { AlertPerson } from '@tvarit/shared/contracts/alerts'
import { CALL_OUTCOMES, type CallOutcome } from '@tvarit/shared/contracts/call-outcomes'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { Notice } from '../../../components/notice.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { QuickChoices } from '../../../components/quick-choices.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'
import { PhoneLine } from '../contact-lines.tsx'

export const CALL_OUTCOME: Record<CallOutcome, string> = {
  REACHED: 'Reached',
  NO_ANSWER: 'No answer',
  BUSY_OR_OFF: 'Busy or switched off',
  WRONG_NUMBER: 'Wrong number',
}
const CHOICES = CALL_OUTCOMES.map((outcome) => CALL_OUTCOME[outcome])

interface CallDialogProps {
  alert_id: number
  person: AlertPerson
  onClose: () => void
}

/** What came of a call to a person of the alert. */
export function CallDialog({ alert_id, person, onClose }: CallDialogProps) {
  const [outcome, setOutcome] = useState<CallOutcome | null>(null)
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const save = useCreation(
    trpc.alerts.noteCall.mutationOptions({
      meta: { silent: true },
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: () => void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id: alert_id })),
    }),
    'call_id',
  )
  const name = person.name ?? person.phone ?? person.relation
  return (
    <FormDialog
      title={`Call to ${name}`}
      submit="Note the call"
      busy={save.isPending}
      error={save.isError ? errorText(save.error, TEXTS.call_note_failed) : null}
      onCancel={onClose}
      onSubmit={() => {
        if (outcome === null) setMissing(true)
        else
          save.mutate({ id: alert_id, person: person.key, outcome, note: note.trim() || null }, { onSuccess: onClose })
      }}
    >
      {person.phone ? <PhoneLine phone={person.phone} what={`Phone of ${name}`} label={person.relation} /> : null}
      <QuickChoices
        label="What came of the call"
        choices={CHOICES}
        wrong={missing}
        value={outcome === null ? '' : CALL_OUTCOME[outcome]}
        onChoose={(choice) => {
          setOutcome(CALL_OUTCOMES[CHOICES.indexOf(choice)] ?? null)
          setMissing(false)
        }}
      />
      {missing ? <Notice tone="error">Choose what came of the call.</Notice> : null}
      <TextField
        label="Note"
        autoComplete="off"
        maxLength={LIMITS.call_note}
        hint="What was said or agreed. No health data: it stands on the timeline."
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
