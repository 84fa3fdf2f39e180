import type { Reveal } from '@tvarit/shared/contracts/chain'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { useForm } from '../../../lib/use-form.ts'

const REASON_MIN = 5
const REASON_MAX = 200

const CHECK = ({ reason }: { reason: string }) =>
  reason.trim().length < REASON_MIN ? { reason: TEXTS.reveal_reason } : {}

interface RevealDialogProps {
  member_id: number
  field: Reveal['field']
  label: string
  onClose: () => void
  onValue: (value: string) => void
}

/** Asks why before a number is shown; the server keeps who asked, when and why. */
export function RevealDialog({ member_id, field: hidden, label, onClose, onValue }: RevealDialogProps) {
  // The number must not outlive the page in a cache.
  const reveal = useMutation(trpc.chain.reveal.mutationOptions({ gcTime: 0, meta: { silent: true } }))
  const { form, error, field, submit } = useForm(
    { reason: '' },
    { sending: reveal, failed: TEXTS.something_wrong, check: CHECK },
  )
  const send = () =>
    reveal.mutate(
      { id: member_id, field: hidden, reason: form.reason.trim() },
      // Not in the options of the mutation: after Cancel no number is shown.
      { onSuccess: ({ value }) => value && onValue(value) },
    )
  const unknown = reveal.data && !reveal.data.value ? `The ${label} is not known.` : null
  return (
    <FormDialog
      title={`Reveal ${label}`}
      submit="Reveal"
      busy={reveal.isPending}
      error={error ?? unknown}
      onCancel={onClose}
      onSubmit={() => submit(send)}
    >
      <p>Your name, the time and your reason are recorded. The number is shown until you leave this page.</p>
      <TextField
        label="Reason"
        marked
        autoFocus
        autoComplete="off"
        maxLength={REASON_MAX}
        hint="For example: KYC check of the bank, ticket 4711"
        {...field('reason')}
      />
    </FormDialog>
  )
}
