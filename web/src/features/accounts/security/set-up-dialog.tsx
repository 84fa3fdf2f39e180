import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { SecretSteps } from '../second-factor/secret-steps.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { type Proof, ProofField, reloadSecondFactor } from './proof-field.tsx'
import { onlyDigits } from '../../../lib/only-digits.ts'

/** Sets up an app, or another one: who it is, the QR code with the first code, the recovery codes. */
export function SetUpDialog({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const [shown, setShown] = useState('')
  const [code, setCode] = useState('')
  const begin = useMutation(trpc.secondFactor.begin.mutationOptions({ meta: { silent: true } }))
  const confirm = useMutation(
    trpc.secondFactor.confirm.mutationOptions({
      meta: { silent: true },
      onSuccess: () => toast.success(TEXTS.second_factor_on),
      // The answer may be lost and the app set up all the same.
      onSettled: () => void reloadSecondFactor(),
    }),
  )
  if (confirm.data) return <CodesDialog codes={confirm.data.recovery_codes} onClose={onClose} />
  if (!begin.data) {
    const wrong = begin.error ? fieldMessages(begin.error).proof : undefined
    return (
      <FormDialog
        title="Set up the authenticator app"
        submit="Continue"
        busy={begin.isPending}
        error={begin.error && !wrong ? errorText(begin.error, TEXTS.second_factor_failed) : null}
        onCancel={onClose}
        onSubmit={() => begin.mutate({ proof: shown })}
      >
        <p>
          You need an authenticator app on your phone. Everywhere but here you are logged out when it is set up; from
          then on every login asks for a code of the app.
        </p>
        {proof === 'none' ? null : <ProofField proof={proof} value={shown} error={wrong} onChange={setShown} />}
      </FormDialog>
    )
  }
  const wrong = confirm.error ? fieldMessages(confirm.error).code : undefined
  return (
    <FormDialog
      title="Set up the authenticator app"
      submit="Verify"
      busy={confirm.isPending}
      error={confirm.error && !wrong ? errorText(confirm.error, TEXTS.second_factor_failed) : null}
      onCancel={() => {
        // The app may be set up by now: its recovery codes must be seen.
        if (!confirm.isPending) onClose()
      }}
      onSubmit={() => confirm.mutate({ code })}
    >
      <SecretSteps enrolment={begin.data}>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={wrong}
          onChange={(event) => setCode(onlyDigits(event.target.value))}
        />
      </SecretSteps>
    </FormDialog>
  )
}
