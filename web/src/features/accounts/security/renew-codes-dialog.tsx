import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { useForm } from '../../../lib/use-form.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { ProofField, reloadSecondFactor } from './proof-field.tsx'

/** Ten new recovery codes; the old ones stop working. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useMutation(
    trpc.secondFactor.renewRecoveryCodes.mutationOptions({
      meta: { silent: true },
      onSuccess: () => void reloadSecondFactor(),
    }),
  )
  const { form, error, field } = useForm({ proof: '' }, { sending: renew, failed: TEXTS.second_factor_failed })
  if (renew.data) return <CodesDialog codes={renew.data.recovery_codes} onClose={onClose} />
  return (
    <FormDialog
      title="New recovery codes"
      submit="Make new codes"
      busy={renew.isPending}
      error={error}
      onCancel={() => {
        // The old codes may be gone by now: the new ones must be seen.
        if (!renew.isPending) onClose()
      }}
      onSubmit={() => renew.mutate(form)}
    >
      <p>You get ten new codes. All old ones stop working.</p>
      <ProofField proof="code" {...field('proof')} />
    </FormDialog>
  )
}
