import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { useForm } from '../../../lib/use-form.ts'
import { type Proof, ProofField } from './proof-field.tsx'

interface EndSessionDialogProps {
  /** The one to end; all but this device without it. */
  id?: string
  device?: string
  proof: Proof
  onClose: () => void
}

/** Ends one session or all others, after the password or a code where the last login was a while ago. */
export function EndSessionDialog({ id, device, proof, onClose }: EndSessionDialogProps) {
  const options = {
    meta: { silent: true },
    onSuccess: ({ detail }: { detail: string }) => toast.success(detail),
    onSettled: () => void queryClient.invalidateQueries(trpc.auth.sessions.pathFilter()),
  }
  const one = useMutation(trpc.auth.endSession.mutationOptions(options))
  const others = useMutation(trpc.auth.endOtherSessions.mutationOptions(options))
  const end = id ? one : others
  const { form, error, field } = useForm({ proof: '' }, { sending: end, failed: TEXTS.sessions_end_own_failed })
  const submit = () =>
    id ? one.mutate({ id, ...form }, { onSuccess: onClose }) : others.mutate(form, { onSuccess: onClose })
  return (
    <FormDialog
      title={id ? `Log out ${device}` : 'Log out everywhere else'}
      submit="Log out"
      danger
      busy={end.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={submit}
    >
      <p>
        {id ? 'That device is logged out at once.' : 'Every other device is logged out at once. This one stays.'}
        {proof === 'none' ? null : ' You logged in here a while ago, so show once more that it is you.'}
      </p>
      {proof === 'none' ? null : <ProofField proof={proof} {...field('proof')} />}
    </FormDialog>
  )
}
