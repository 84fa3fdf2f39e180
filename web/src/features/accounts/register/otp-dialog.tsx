import { spokenPhone } from '@tvarit/shared/contracts/phone-numbers'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { type KeyboardEvent, useState } from 'react'
import { OtpBoxes } from '../../../components/plain/otp-boxes.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { ResendCode } from '../../../components/plain/resend-code.tsx'
import { deadline } from '../../../lib/deadline.ts'
import { errorStatus, errorText, fieldMessages } from '../../../lib/error-text.ts'
import { toast } from '../../../lib/toasts.ts'
import { api } from '../../../lib/trpc.ts'
import { type FieldErrors, type RegisterForm, toFormData } from './form-fields.ts'
import styles from './register.module.css'
import type { RegisterDialog, Wording } from './wording.ts'

interface OtpDialogProps {
  form: RegisterForm
  photo: File | null
  /** What its codes are asked for with. */
  request_id: string
  wording: Wording
  Dialog: RegisterDialog
  submit: (data: FormData, signal: AbortSignal) => Promise<unknown>
  /** When another code may be asked for, in milliseconds. */
  resend_at: number
  onResent: (resend_at: number) => void
  onCancel: () => void
  /** The server rejected fields of the form: back to it. */
  onFieldErrors: (errors: FieldErrors) => void
  onDone: () => void
}

/** A photo on a slow line takes its time; a line that died without a word must not hold the dialog forever. */
const ANSWER_WITHIN_MS = 60_000

/** Six boxes, Resend after its countdown, Cancel, Confirm OTP. Mounted again each time, so it always starts empty. */
export function OtpDialog(props: OtpDialogProps) {
  const { form, photo, request_id, wording, Dialog, submit, resend_at, onResent, onCancel, onFieldErrors, onDone } =
    props
  const [otp, setOtp] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<'confirm' | 'resend' | null>(null)

  const confirm = async (): Promise<void> => {
    if (busy) return
    if (!/^\d{6}$/.test(otp)) return setError(TEXTS.otp_6_digits)
    setBusy('confirm')
    setError(null)
    try {
      await submit(toFormData(form, photo, { otp, request_id }), deadline(ANSWER_WITHIN_MS))
      onDone()
    } catch (failure) {
      if (errorStatus(failure) === 0) return setError(TEXTS.otp_network)
      const { otp: otp_error, ...fields } = fieldMessages(failure)
      if (!otp_error && Object.keys(fields).length > 0) return onFieldErrors(fields)
      setError(otp_error ?? errorText(failure, TEXTS.otp_failed))
    } finally {
      setBusy(null)
    }
  }
  /** A confirmation on its way cannot be called back, and its answer is about the form as it is now. */
  const cancel = () => {
    if (busy !== 'confirm') onCancel()
  }
  const resend = async (): Promise<void> => {
    if (!form.phone_number) return setError(TEXTS.otp_resend_no_mobile)
    setBusy('resend')
    setError(null)
    try {
      const { resend_after } = await api.auth.requestRegistrationOtp.mutate({
        phone_number: form.phone_number,
        request_id,
      })
      setOtp('')
      onResent(Date.now() + resend_after * 1000)
      toast.success(TEXTS.otp_resend_ok)
    } catch (failure) {
      setError(errorText(failure, TEXTS.otp_resend_failed, ['phone_number']))
    } finally {
      setBusy(null)
    }
  }
  // The dialog stands inside the registration form: Enter must confirm the code, not submit the form again.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void confirm()
  }

  return (
    <Dialog
      title={wording.code_title}
      onCancel={cancel}
      footer={
        <>
          <PlainButton disabled={busy === 'confirm'} onClick={cancel}>
            Cancel
          </PlainButton>
          <PlainButton kind="primary" busy={busy === 'confirm'} onClick={() => void confirm()}>
            Confirm OTP
          </PlainButton>
        </>
      }
    >
      <p className="below">{wording.code(spokenPhone(form.phone_number))}</p>
      <div onKeyDown={onKeyDown}>
        <OtpBoxes
          value={otp}
          autoFocus
          error={error}
          errorClassName={styles.otpError}
          onChange={(value) => {
            setOtp(value)
            setError(null)
          }}
        />
      </div>
      <ResendCode until={resend_at} busy={busy !== null} onResend={() => void resend()} />
    </Dialog>
  )
}
