import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { trpc, whenDone } from '../../../lib/trpc-query.ts'
import { ProofField, reloadSecondFactor } from './proof-field.tsx'

/** Gives up the app. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState('')
  const turnOff = useMutation(
    trpc.secondFactor.turnOff.mutationOptions(whenDone(({ detail }) => detail, reloadSecondFactor)),
  )
  const wrong = turnOff.error ? fieldMessages(turnOff.error).proof : undefined
  return (
    <FormDialog
      title="Turn off the authenticator app"
      submit="Turn off"
      danger
      busy={turnOff.isPending}
      error={turnOff.error && !wrong ? errorText(turnOff.error, TEXTS.second_factor_failed) : null}
      onCancel={onClose}
      onSubmit={() => turnOff.mutate({ proof: shown }, { onSuccess: onClose })}
    >
      <p>From then on your password alone, or a code by SMS, logs in as you. Your recovery codes stop working.</p>
      <ProofField proof="code" value={shown} error={wrong} onChange={setShown} />
    </FormDialog>
  )
}
