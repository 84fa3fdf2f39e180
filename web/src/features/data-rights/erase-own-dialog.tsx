import { ERASE_WORD } from '@tvarit/shared/contracts/data-rights'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { OtpBoxes } from '../../components/plain/otp-boxes.tsx'
import { ResendCode } from '../../components/plain/resend-code.tsx'
import { errorText, fieldMessages } from '../../lib/error-text.ts'
import { logout } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'

/** What goes and what stays, the word, a code to the phone, and then the end of the account. */
export function EraseOwnDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [otp, setOtp] = useState('')
  const [resend_at, setResendAt] = useState<number | null>(null)
  const [mistake, setMistake] = useState<{ confirmation?: string; otp?: string }>({})
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
  const rejected = { ...fieldMessages(erase.error), ...mistake }
  const failed = erase.isError && Object.keys(fieldMessages(erase.error)).length === 0 ? erase.error : sendCode.error
  const onSubmit = () => {
    const wrong = {
      ...(typed.trim() === ERASE_WORD ? {} : { confirmation: TEXTS.erase_confirm }),
      ...(/^\d{6}$/.test(otp) ? {} : { otp: TEXTS.otp_6_digits }),
    }
    setMistake(wrong)
    if (Object.keys(wrong).length === 0) erase.mutate({ confirmation: typed, otp })
  }
  const forget = () => {
    setMistake({})
    if (erase.isError) erase.reset()
  }
  return (
    <FormDialog
      title="Erase my account"
      submit="Erase everything"
      danger
      busy={erase.isPending}
      error={failed ? errorText(failed, TEXTS.erase_failed) : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <ul className="stack gap-s bulleted">
        <li>Your name, numbers, address, photo, contacts and health data are removed at once and cannot come back.</li>
        <li>Your plan ends without a refund. Your contacts are no longer notified when your sticker is scanned.</li>
        <li>A scan still calls for help, without your name. Please take the sticker off.</li>
        <li>That there were alerts and payments is kept for eight years under a bare number, as books must be.</li>
      </ul>
      <TextField
        label={`Type ${ERASE_WORD} to confirm`}
        marked
        autoComplete="off"
        value={typed}
        error={rejected.confirmation ?? null}
        onChange={(event) => {
          setTyped(event.target.value)
          forget()
        }}
      />
      <div className="stack start gap-s">
        {resend_at === null ? (
          <Button loading={sendCode.isPending} onClick={() => void send()}>
            Send a code to my phone
          </Button>
        ) : (
          <>
            <p>Enter the code we sent to your phone.</p>
            <OtpBoxes
              value={otp}
              error={rejected.otp ?? null}
              errorClassName="wrong"
              onChange={(value) => {
                setOtp(value)
                forget()
              }}
            />
            <ResendCode until={resend_at} busy={sendCode.isPending} onResend={() => void send()} />
          </>
        )}
        {resend_at === null && rejected.otp ? (
          <p role="alert" className="wrong">
            {TEXTS.erase_code_first}
          </p>
        ) : null}
      </div>
    </FormDialog>
  )
}
