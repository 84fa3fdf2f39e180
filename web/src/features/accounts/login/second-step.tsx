import { TEXTS } from '@tvarit/shared/contracts/texts'
import { type FormEvent, useState } from 'react'
import { TextField } from '../../../components/plain/field.tsx'
import { OtpBoxes } from '../../../components/plain/otp-boxes.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { errorStatus, errorText } from '../../../lib/error-text.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { api } from '../../../lib/trpc.ts'
import { EnrolStep, type StepProps } from './enrol-step.tsx'
import styles from './login.module.css'

/** What comes after a right password or SMS code: the code of the authenticator app, or setting one up. */
export function SecondStep(props: StepProps) {
  return props.challenge.second_factor === 'enrol' ? <EnrolStep {...props} /> : <CodeStep {...props} />
}

function CodeStep({ challenge, onDone, onRestart }: StepProps) {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const { busy, error, setError, attempt } = useAttempt()

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!recovery && !/^\d{6}$/.test(code)) return setError(TEXTS.second_factor_6_digits)
    if (!code.trim()) return setError(TEXTS.second_factor_enter)
    void attempt(
      async () =>
        onDone(await api.auth.loginWithSecondFactor.mutate({ challenge: challenge.challenge, code: code.trim() })),
      (failure) => {
        const text = errorText(failure, TEXTS.second_factor_failed, ['code'])
        if (errorStatus(failure) === 401) onRestart(text)
        else setError(text)
      },
    )
  }
  const change = (value: string) => {
    setCode(value)
    setError(null)
  }
  return (
    <form className={`panel ${styles.card}`} onSubmit={onSubmit} noValidate>
      <h1 className="text-2xl">Login</h1>
      {recovery ? (
        <TextField
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          maxLength={40}
          hint="One of the ten codes you kept when you set up the app."
          value={code}
          error={error}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <>
          <p className="muted">Enter the 6 digits that your authenticator app shows.</p>
          <OtpBoxes value={code} autoFocus error={error} onChange={change} />
        </>
      )}
      <PlainButton kind="primary" type="submit" busy={busy}>
        Verify
      </PlainButton>
      <div className="row between gap-l">
        <PlainButton
          kind="quiet"
          onClick={() => {
            setRecovery(!recovery)
            change('')
          }}
        >
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </PlainButton>
        <PlainButton kind="quiet" onClick={() => onRestart(null)}>
          Start again
        </PlainButton>
      </div>
    </form>
  )
}
