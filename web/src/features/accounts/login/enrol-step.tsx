import type { SessionOutput } from '@tvarit/shared/contracts/accounts'
import type { ChallengeOutput, EnrolmentOutput } from '@tvarit/shared/contracts/second-factor'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { type FormEvent, useEffect, useState } from 'react'
import { OtpBoxes } from '../../../components/plain/otp-boxes.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { errorStatus, errorText } from '../../../lib/error-text.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { api } from '../../../lib/trpc.ts'
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx'
import { SecretSteps } from '../second-factor/secret-steps.tsx'
import styles from './login.module.css'

/** What a step after the first factor is given. */
export interface StepProps {
  challenge: ChallengeOutput
  onDone: (session: SessionOutput) => void
  /** Back to the first step; with a text when the challenge is over. */
  onRestart: (reason: string | null) => void
}

/** The first login of a person who needs an authenticator app: sets it up, then shows the recovery codes. */
export function EnrolStep({ challenge: { challenge }, onDone, onRestart }: StepProps) {
  const [enrolment, setEnrolment] = useState<EnrolmentOutput | null>(null)
  const [enrolled, setEnrolled] = useState<(SessionOutput & { recovery_codes: string[] }) | null>(null)
  const [code, setCode] = useState('')
  const { busy, error, setError, attempt } = useAttempt()

  useEffect(() => {
    let current = true
    api.auth.beginSecondFactor.mutate({ challenge }).then(
      (begun) => current && setEnrolment(begun),
      (failure: unknown) => current && onRestart(errorText(failure, TEXTS.second_factor_failed)),
    )
    return () => {
      current = false
    }
    // Once for a challenge: another call would make the picture on the screen worthless.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [challenge])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{6}$/.test(code)) return setError(TEXTS.second_factor_6_digits)
    void attempt(
      async () => setEnrolled(await api.auth.enrolSecondFactor.mutate({ challenge, code })),
      (failure) => {
        const text = errorText(failure, TEXTS.second_factor_failed, ['code'])
        if ([401, 409].includes(errorStatus(failure))) onRestart(text)
        else setError(text)
      },
    )
  }

  if (enrolled) {
    const { recovery_codes, ...session } = enrolled
    return (
      <div className={`panel ${styles.card}`}>
        <h1 className="text-2xl">Your recovery codes</h1>
        <RecoveryCodes codes={recovery_codes} />
        <PlainButton kind="primary" onClick={() => onDone(session)}>
          I have kept them, continue
        </PlainButton>
      </div>
    )
  }
  return (
    <form className={`panel ${styles.card}`} onSubmit={onSubmit} noValidate>
      <h1 className="text-2xl">Set up your second step</h1>
      <p className="muted">Admins log in with their password and a code from an app on their phone.</p>
      {enrolment ? (
        <SecretSteps enrolment={enrolment}>
          <OtpBoxes
            value={code}
            error={error}
            onChange={(value) => {
              setCode(value)
              setError(null)
            }}
          />
        </SecretSteps>
      ) : (
        <p role="status">Preparing the QR code…</p>
      )}
      <PlainButton kind="primary" type="submit" busy={busy} disabled={!enrolment}>
        Verify and log in
      </PlainButton>
      <PlainButton kind="quiet" onClick={() => onRestart(null)}>
        Start again
      </PlainButton>
    </form>
  )
}
