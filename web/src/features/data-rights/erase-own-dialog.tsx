import { ERASE_WORD } from '@tvarit/shared/contracts/data-rights'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { OtpBoxes } from '../../components/plain/otp-boxes.tsx'
import { ResendCode } from '../../components/plain/resend-code.tsx'
import { errorText } from '../../lib/error-text.ts'
import { logout } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useForm } from '../../lib/use-form.ts'

const CHECK = ({ confirmation, otp }: { confirmation: string; otp: string }) => ({
  ...(confirmation.trim() === ERASE_WORD ? {} : { confirmation: TEXTS.erase_confirm }),
  ...(/^\d{6}$/.test(otp) ? {} : { otp: TEXTS.otp_6_digits }),
})

/** What goes and what stays, the word, a code to the phone, and then the end of the account. */
export function EraseOwnDialog({ onClose }: { onClose: () => void }) {
  const [resend_at, setResendAt] = useState<number | null>(null)
  const sendCode = useMutation(trpc.dataRights.requestErasureCode.mutationOptions({ meta: { silent: true } }))
  const send = async () => {
    const sent = await sendCode.mutateAsync().catch(() => null)
    if (sent) setResendAt(Date.now() + sent.resend_after * 1000)
  }
  const erase = useMutation(
    trpc.dataRights.eraseOwn.mutationOptions({
      meta: { silent: true },
      onSuccess: () => logout('erased'),
    }),
  )
  const { form, errors, error, set, field, submit } = useForm(
    { confirmation: '', otp: '' },
    { sending: erase, failed: TEXTS.erase_failed, check: CHECK },
  )
  return (
    <FormDialog
      title="Erase my account"
      submit="Erase everything"
      danger
      busy={erase.isPending}
      error={error ?? (sendCode.error && errorText(sendCode.error, TEXTS.erase_failed))}
      onCancel={onClose}
      onSubmit={() => submit(() => erase.mutate(form))}
    >
      <ul className="stack gap-s bulleted">
        <li>Your name, numbers, address, photo, contacts and health data are removed at once and cannot come back.</li>
        <li>Your plan ends without a refund. Your contacts are no longer notified when your sticker is scanned.</li>
        <li>A scan still calls for help, without your name. Please take the sticker off.</li>
        <li>That there were alerts and payments is kept for eight years under a bare number, as books must be.</li>
      </ul>
      <TextField label={`Type ${ERASE_WORD} to confirm`} marked autoComplete="off" {...field('confirmation')} />
      <div className="stack start gap-s">
        {resend_at === null ? (
          <Button loading={sendCode.isPending} onClick={() => void send()}>
            Send a code to my phone
          </Button>
        ) : (
          <>
            <p>Enter the code we sent to your phone.</p>
            <OtpBoxes
              value={form.otp}
              error={errors.otp ?? null}
              errorClassName="wrong"
              onChange={(otp) => set({ otp })}
            />
            <ResendCode until={resend_at} busy={sendCode.isPending} onResend={() => void send()} />
          </>
        )}
        {resend_at === null && errors.otp ? (
          <p role="alert" className="wrong">
            {TEXTS.erase_code_first}
          </p>
        ) : null}
      </div>
    </FormDialog>
  )
}
