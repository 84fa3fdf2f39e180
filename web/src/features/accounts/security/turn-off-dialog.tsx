import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { trpc, whenDone } from '../../../lib/trpc-query.ts'
import { useForm } from '../../../lib/use-form.ts'
import { ProofField, reloadSecondFactor } from './proof-field.tsx'

/** Gives up the app. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = useMutation(
    trpc.secondFactor.turnOff.mutationOptions(whenDone(({ detail }) => detail, reloadSecondFactor)),
  )
  const { form, error, field } = useForm({ proof: '' }, { sending: turnOff, failed: TEXTS.second_factor_failed })
  return (
    <FormDialog
      title="Turn off the authenticator app"
      submit="Turn off"
      danger
      busy={turnOff.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() => turnOff.mutate(form, { onSuccess: onClose })}
    >
      <p>From then on your password alone, or a code by SMS, logs in as you. Your recovery codes stop working.</p>
      <ProofField proof="code" {...field('proof')} />
    </FormDialog>
  )
}
