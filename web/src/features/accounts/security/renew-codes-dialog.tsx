import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { ProofField, reloadSecondFactor } from './proof-field.tsx'

/** Ten new recovery codes; the old ones stop working. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState('')
  const renew = useMutation(
    trpc.secondFactor.renewRecoveryCodes.mutationOptions({
      meta: { silent: true },
      onSuccess: () => void reloadSecondFactor(),
    }),
  )
  if (renew.data) return <CodesDialog codes={renew.data.recovery_codes} onClose={onClose} />
  const wrong = renew.error ? fieldMessages(renew.error).proof : undefined
  return (
    <FormDialog
      title="New recovery codes"
      submit="Make new codes"
      busy={renew.isPending}
      error={renew.error && !wrong ? errorText(renew.error, TEXTS.second_factor_failed) : null}
      onCancel={() => {
        // The old codes may be gone by now: the new ones must be seen.
        if (!renew.isPending) onClose()
      }}
      onSubmit={() => renew.mutate({ proof: shown })}
    >
      <p>You get ten new codes. All old ones stop working.</p>
      <ProofField proof="code" value={shown} error={wrong} onChange={setShown} />
    </FormDialog>
  )
}
