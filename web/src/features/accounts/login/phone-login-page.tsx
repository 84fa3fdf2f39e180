import { spokenPhone } from '@tvarit/shared/contracts/phone-numbers'
import type { ChallengeOutput } from '@tvarit/shared/contracts/second-factor'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { PlainNotice } from '../../../components/plain/plain-notice.tsx'
import { TextField } from '../../../components/plain/field.tsx'
import { OtpBoxes } from '../../../components/plain/otp-boxes.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PublicFrame } from '../../../components/plain/public-frame.tsx'
import { ResendCode } from '../../../components/plain/resend-code.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { typedPhone } from '../../../lib/typed-phone.ts'
import { randomId } from '../../../lib/random-id.ts'
import { toast } from '../../../lib/toasts.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { api } from '../../../lib/trpc.ts'
import styles from './login.module.css'
import { SecondStep } from './second-step.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Phone number, then the code sent to it. The code's step exists only after a successful request. */
export default function PhoneLoginPage() {
  const [phone, setPhone] = useState('')
  /** The number that stands in the field now: an answer for another one opens nothing. */
  const typed = useRef('')
  /** The codes asked for here are for this page alone, also when the phone changes its network. */
  const [request_id] = useState(randomId)
  const [otp, setOtp] = useState('')
  const [code_step, setCodeStep] = useState(false)
  const [resend_at, setResendAt] = useState(0)
  const { busy, error, setError, attempt } = useAttempt()
  const [challenge, setChallenge] = useState<ChallengeOutput | null>(null)
  const signIn = useSignIn()
  const [params] = useSearchParams()
  const state = useLocation().state as unknown

  const run = (work: () => Promise<void>, fallback: string) =>
    attempt(work, (failure) => setError(errorText(failure, fallback, ['phone_number', 'otp'])))
  const request = () =>
    run(async () => {
      const { resend_after } = await api.auth.requestLoginOtp.mutate({ phone_number: phone, request_id })
      setOtp('')
      setResendAt(Date.now() + resend_after * 1000)
      if (code_step) toast.success(TEXTS.otp_resend_ok)
      else if (typed.current === phone) setCodeStep(true)
    }, TEXTS.failed_send_otp)
  const verify = () =>
    run(async () => {
      const output = await api.auth.loginWithOtp.mutate({ phone_number: phone, otp, request_id })
      if ('challenge' in output) setChallenge(output)
      else signIn(output)
    }, TEXTS.invalid_otp)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!code_step) {
      if (!phone) return setError(TEXTS.enter_phone)
      if (!/^\d{10}$/.test(phone)) return setError(TEXTS.phone_exactly_10)
      return void request()
    }
    if (!otp.trim()) return setError(TEXTS.enter_otp)
    if (!/^\d{6}$/.test(otp)) return setError(TEXTS.otp_6_digits)
    void verify()
  }

  if (challenge) {
    const restart = (reason: string | null) => {
      setChallenge(null)
      setCodeStep(false)
      setError(reason)
    }
    return (
      <PublicFrame>
        <SecondStep challenge={challenge} onDone={signIn} onRestart={restart} />
      </PublicFrame>
    )
  }
  return (
    <PublicFrame>
      <form className={`panel ${styles.card}`} onSubmit={onSubmit} noValidate>
        <h1 className="text-2xl">Login</h1>
        <StorageNotice />
        {params.has('erased') ? <PlainNotice tone="success">{TEXTS.erased}</PlainNotice> : null}
        {code_step ? (
          <>
            <p className="muted">Enter the 6-digit code sent to {spokenPhone(phone)}.</p>
            <OtpBoxes
              value={otp}
              autoFocus
              error={error}
              onChange={(value) => {
                setOtp(value)
                setError(null)
              }}
            />
            <PlainButton kind="primary" type="submit" busy={busy}>
              Verify OTP
            </PlainButton>
            <div className="row between gap-l">
              <PlainButton
                kind="quiet"
                onClick={() => {
                  setCodeStep(false)
                  setError(null)
                }}
              >
                Change number
              </PlainButton>
              <ResendCode until={resend_at} busy={busy} onResend={() => void request()} />
            </div>
          </>
        ) : (
          <>
            <TextField
              label="Phone Number"
              name="phone_number"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              placeholder="10-digit mobile number"
              value={phone}
              error={error}
              onChange={(event) => {
                typed.current = typedPhone(event.target.value)
                setPhone(typed.current)
                setError(null)
              }}
            />
            <PlainButton kind="primary" type="submit" busy={busy}>
              Send OTP
            </PlainButton>
          </>
        )}
        <p className="row between gap-l">
          <Link className="target" to="/register">
            Subscribe Now
          </Link>
          <Link className="target" to="/login" state={state}>
            Corporate Login
          </Link>
        </p>
      </form>
    </PublicFrame>
  )
}
