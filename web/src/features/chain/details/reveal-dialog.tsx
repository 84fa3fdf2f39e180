import type { Reveal } from '@tvarit/shared/contracts/chain'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'

const REASON_MIN = 5
const REASON_MAX = 200

interface RevealDialogProps {
  member_id: number
  field: Reveal['field']
  label: string
  onClose: () => void
  onValue: (value: string) => void
}

/** Asks why before a number is shown; the server keeps who asked, when and why. */
export function RevealDialog({ member_id, field, label, onClose, onValue }: RevealDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<{ reason?: string; form?: string }>({})
  const reveal = useMutation(
    trpc.chain.reveal.mutationOptions({
      // The number must not outlive the page in a cache.
      gcTime: 0,
      meta: { silent: true },
      onError: (error) => {
        const { reason: rejected } = fieldMessages(error)
        setProblem(rejected ? { reason: rejected } : { form: errorText(error, TEXTS.something_wrong) })
      },
    }),
  )
  // Not in the options of the mutation: after Cancel no number is shown.
  const onSuccess = ({ value }: { value: string | null }) =>
    value ? onValue(value) : setProblem({ form: `The ${label} is not known.` })
  const onSubmit = () => {
    if (reason.trim().length < REASON_MIN) setProblem({ reason: TEXTS.reveal_reason })
    else reveal.mutate({ id: member_id, field, reason: reason.trim() }, { onSuccess })
  }
  return (
    <FormDialog
      title={`Reveal ${label}`}
      submit="Reveal"
      busy={reveal.isPending}
      error={problem.form ?? null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <p>Your name, the time and your reason are recorded. The number is shown until you leave this page.</p>
      <TextField
        label="Reason"
        marked
        autoFocus
        autoComplete="off"
        maxLength={REASON_MAX}
        hint="For example: KYC check of the bank, ticket 4711"
        value={reason}
        error={problem.reason}
        onChange={(event) => {
          setReason(event.target.value)
          setProblem({})
        }}
      />
    </FormDialog>
  )
}
