import type { ChallengeOutput } from '@tvarit/shared/contracts/second-factor'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { PlainNotice } from '../../../components/plain/plain-notice.tsx'
import { TextField } from '../../../components/plain/field.tsx'
import fieldStyles from '../../../components/plain/field.module.css'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PublicFrame } from '../../../components/plain/public-frame.tsx'
import { errorBody, errorStatus, errorText } from '../../../lib/error-text.ts'
import { useFirstMistake } from '../../../lib/use-first-mistake.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { api } from '../../../lib/trpc.ts'
import styles from './login.module.css'
import { SecondStep } from './second-step.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { useSignInWithPassword } from './use-sign-in.ts'

/** E-mail or username with a password. Also where a session that could not be renewed ends up. */
export default function PasswordLoginPage() {
  const [params] = useSearchParams()
  const state = useLocation().state as unknown
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const { busy, error, setError, attempt } = useAttempt()
  const [challenge, setChallenge] = useState<ChallengeOutput | null>(null)
  const signIn = useSignInWithPassword()
  const { form_id, goToFirstMistake } = useFirstMistake()
  const missing = (typed: string) => (error === TEXTS.fill_all_fields && !typed ? TEXTS.required : null)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!login.trim() || !password) {
      setError(TEXTS.fill_all_fields)
      return goToFirstMistake()
    }
    void attempt(
      async () => {
        const output = await api.auth.login.mutate({ login: login.trim(), password })
        if ('challenge' in output) setChallenge(output)
        else await signIn(output)
      },
      (failure) => {
        // A server that does not answer says nothing about the password.
        const rejected = errorBody(failure) !== null && errorStatus(failure) < 500
        setError(errorText(failure, rejected ? TEXTS.invalid_credentials : TEXTS.something_wrong))
      },
    )
  }

  if (challenge) {
    const restart = (reason: string | null) => {
      setChallenge(null)
      setPassword('')
      setError(reason)
    }
    return (
      <PublicFrame>
        <SecondStep challenge={challenge} onDone={(session) => void signIn(session)} onRestart={restart} />
      </PublicFrame>
    )
  }
  return (
    <PublicFrame>
      <form id={form_id} className={`panel ${styles.card}`} onSubmit={onSubmit} noValidate>
        <h1 className="text-2xl">Login</h1>
        <StorageNotice />
        {params.has('sessionExpired') && !error ? (
          <PlainNotice tone="warning">{TEXTS.session_expired}</PlainNotice>
        ) : null}
        {error ? <PlainNotice tone="error">{error}</PlainNotice> : null}
        <TextField
          label="Email or Username"
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LIMITS.login}
          value={login}
          error={missing(login.trim())}
          onChange={(event) => setLogin(event.target.value)}
        />
        <TextField
          label="Password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={LIMITS.password}
          value={password}
          error={missing(password)}
          onChange={(event) => setPassword(event.target.value)}
          end={
            <button
              type="button"
              className={fieldStyles.toggle}
              aria-pressed={shown}
              aria-label={shown ? 'Hide password' : 'Show password'}
              onClick={() => setShown(!shown)}
            >
              {shown ? 'Hide' : 'Show'}
            </button>
          }
        />
        <PlainButton kind="primary" type="submit" busy={busy}>
          Sign In
        </PlainButton>
        <p className="row between gap-l">
          <Link className="target" to="/userlogin" state={state}>
            Login with phone number
          </Link>
        </p>
      </form>
    </PublicFrame>
  )
}
