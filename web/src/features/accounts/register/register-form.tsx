import { TEXTS } from '@tvarit/shared/contracts/texts'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PlainNotice } from '../../../components/plain/plain-notice.tsx'
import { FormButtons } from '../../../components/plain/form-section.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainDialog } from '../../../components/plain/plain-dialog.tsx'
import { errorStatus, errorText } from '../../../lib/error-text.ts'
import { loadCode } from '../../../lib/load-code.ts'
import { randomId } from '../../../lib/random-id.ts'
import { toast } from '../../../lib/toasts.ts'
import { api } from '../../../lib/trpc.ts'
import { ContactsSection } from './contacts-section.tsx'
import { openDraft } from './draft.ts'
import { CONTACTS, emptyForm, type FieldErrors, type FieldName } from './form-fields.ts'
import { NobodyDialog } from './nobody-dialog.tsx'
import { OtpDialog } from './otp-dialog.tsx'
import { PersonalSection } from './personal-section.tsx'
import styles from './register.module.css'
import { firstWrongStep, LAST_STEP, mistakesUpTo, STEPS } from './steps.ts'
import { mistakesText, useFirstMistake } from '../../../lib/use-first-mistake.ts'
import { useNarrow } from '../../../lib/use-width.ts'
import { OWN_WORDING, type RegisterDialog, type Wording } from './wording.ts'

const later = () => loadCode(() => import('./later.ts'))
const HealthSection = lazy(() => later().then((all) => ({ default: all.HealthSection })))
const SubscriptionSection = lazy(() => later().then((all) => ({ default: all.SubscriptionSection })))
const TermsDialog = lazy(() => later().then((all) => ({ default: all.TermsDialog })))

type Step = 'form' | 'nobody' | 'terms' | 'otp' | 'done'

interface RegisterFormProps {
  /** Sends the form with its code. */
  submit: (data: FormData, signal: AbortSignal) => Promise<unknown>
  wording?: Wording
  /** The office has a dialog of its own, below which alerts and toasts never disappear. */
  Dialog?: RegisterDialog
  /** This browser keeps what is typed, for a day and without health data. */
  keeps_draft?: boolean
  onDone: () => void
}

/** Fill, validate, accept the terms, request a code, confirm it. The form keeps its content through every rejection. */
export function RegisterForm(props: RegisterFormProps) {
  const { submit, wording = OWN_WORDING, Dialog = PlainDialog, keeps_draft = false, onDone } = props
  const [draft] = useState(keeps_draft ? openDraft : null)
  const [form, setForm] = useState(() => ({ ...emptyForm(), ...draft?.found }))
  /** The codes asked for here are for this form alone, also when the phone changes its network. */
  const [request_id] = useState(randomId)
  const [photo, setPhoto] = useState<File | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [step, setStep] = useState<Step>('form')
  const [busy, setBusy] = useState(false)
  /** The last code that was sent: coming back to it within the wait must not ask the server for another. */
  const [sent, setSent] = useState({ phone: '', resend_at: 0 })
  /** The number for which the open terms wait; an answer for another one, or after Cancel, opens nothing. */
  const asked = useRef<string | null>(null)
  const { form_id, goToFirstMistake } = useFirstMistake()
  const narrow = useNarrow()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const part = Math.max(
    0,
    STEPS.findIndex((each) => each.hash === hash),
  )
  const goTo = (next: number) => next !== part && void navigate({ hash: STEPS[next]!.hash })
  const heading = useRef<HTMLParagraphElement>(null)
  const shown = useRef(part)
  useEffect(() => {
    if (shown.current === part) return
    shown.current = part
    if (Object.keys(errors).length > 0) goToFirstMistake()
    else heading.current?.focus()
  }, [part, errors, goToFirstMistake])
  useEffect(() => {
    draft?.keep(form)
  }, [draft, form])

  /** The state that we filled in; one that a person chose stays. */
  const suggested = useRef('')
  const suggestState = (pin_code: string, state: string) => {
    const ours = suggested.current
    suggested.current = state
    setForm((before) =>
      before.pin_code === pin_code && (!before.state || before.state === ours) ? { ...before, state } : before,
    )
    setErrors(({ state: _gone, ...rest }) => rest)
  }
  const set = (field: FieldName, value: string) => {
    if (field === 'state') suggested.current = ''
    setForm((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _gone, ...rest }) => rest)
  }
  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    setStep('form')
    if (narrow && Object.keys(found).length > 0) goTo(firstWrongStep(found))
    goToFirstMistake()
  }
  useEffect(() => {
    // What cannot be fetched now is asked for again when it is needed.
    later().catch(() => null)
  }, [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    later().then(
      ({ checkForm }) => goOn(checkForm(form, photo)),
      () => toast.error(TEXTS.something_wrong),
    )
  }
  const goOn = (all: FieldErrors) => {
    const last = !narrow || part === LAST_STEP
    const found = mistakesUpTo(last ? LAST_STEP : part, all)
    if (Object.keys(found).length > 0) showErrors(found)
    else if (!last) goTo(part + 1)
    else setStep(CONTACTS.some(({ mobile }) => form[mobile].trim()) ? 'terms' : 'nobody')
  }
  const onClear = () => {
    setForm(emptyForm())
    setPhoto(null)
    setErrors({})
    draft?.drop()
    if (narrow) goTo(0)
  }
  const onAccept = async (): Promise<void> => {
    const { phone_number } = form
    if (sent.phone === phone_number && sent.resend_at > Date.now()) return setStep('otp')
    asked.current = phone_number
    setBusy(true)
    try {
      const { resend_after } = await api.auth.requestRegistrationOtp.mutate({ phone_number, request_id })
      setSent({ phone: phone_number, resend_at: Date.now() + resend_after * 1000 })
      if (asked.current === phone_number) setStep('otp')
    } catch (error) {
      if (asked.current !== phone_number) return
      const text = errorText(error, errorStatus(error) === 0 ? TEXTS.something_wrong : TEXTS.unknown_error, [
        'phone_number',
      ])
      toast.error(text)
      showErrors(errorStatus(error) === 400 ? { phone_number: text } : {})
    } finally {
      setBusy(false)
    }
  }

  const mistakes = Object.keys(errors).length
  return (
    <form id={form_id} className={styles.form} onSubmit={onSubmit} noValidate>
      {draft ? (
        <p className="muted">
          {draft?.found ? 'Welcome back: what you had typed here is filled in again. ' : ''}
          This browser keeps what you type for one day, without health data and photo. Clear removes it.
        </p>
      ) : null}
      {narrow ? (
        <p ref={heading} className={`text-l ${styles.step}`} tabIndex={-1}>
          <span>{`Step ${part + 1} of ${STEPS.length}:`}</span> <b>{STEPS[part]!.title}</b>
        </p>
      ) : null}
      <Part shown={!narrow || part === 0}>
        <PersonalSection
          form={form}
          errors={errors}
          set={set}
          wording={wording}
          suggestState={suggestState}
          photo={photo}
          onPhoto={(file, error) => {
            setPhoto(error ? null : file)
            setErrors(({ photo: _gone, ...rest }) => (error ? { ...rest, photo: error } : rest))
          }}
        />
      </Part>
      <Part shown={!narrow || part === 1}>
        <ContactsSection form={form} errors={errors} set={set} wording={wording} />
      </Part>
      {/* With the buttons in it: sections that come later would push them away from under a press. */}
      <Suspense
        fallback={
          <p className="muted" role="status">
            Loading the rest of the form…
          </p>
        }
      >
        <Part shown={!narrow || part === LAST_STEP}>
          <HealthSection form={form} errors={errors} set={set} />
          <SubscriptionSection form={form} errors={errors} set={set} />
        </Part>
        {mistakes > 0 ? <PlainNotice tone="error">{mistakesText(mistakes)}</PlainNotice> : null}
        <FormButtons>
          <PlainButton onClick={onClear}>Clear</PlainButton>
          {narrow && part > 0 ? <PlainButton onClick={() => goTo(part - 1)}>Back</PlainButton> : null}
          <PlainButton kind="primary" type="submit" disabled={step === 'done'}>
            {narrow && part < LAST_STEP ? 'Next' : 'Subscribe'}
          </PlainButton>
        </FormButtons>
      </Suspense>

      {step === 'nobody' ? (
        <NobodyDialog
          Dialog={Dialog}
          text={wording.nobody}
          onBack={() => {
            setStep('form')
            if (narrow) goTo(1)
          }}
          onGoOn={() => setStep('terms')}
        />
      ) : null}
      {step === 'terms' ? (
        <Suspense>
          <TermsDialog
            wording={wording}
            Dialog={Dialog}
            busy={busy}
            onCancel={() => {
              asked.current = null
              setStep('form')
            }}
            onAccept={() => void onAccept()}
          />
        </Suspense>
      ) : null}
      {step === 'otp' ? (
        <OtpDialog
          form={form}
          photo={photo}
          request_id={request_id}
          wording={wording}
          Dialog={Dialog}
          submit={submit}
          resend_at={sent.resend_at}
          onResent={(resend_at) => setSent({ phone: form.phone_number, resend_at })}
          onCancel={() => setStep('form')}
          onFieldErrors={showErrors}
          onDone={() => {
            setStep('done')
            draft?.drop()
            toast.success(TEXTS.otp_success)
            onDone()
          }}
        />
      ) : null}
    </form>
  )
}

/** One step of the phone; on a desk all of them stand on the page. */
const Part = ({ shown, children }: { shown: boolean; children: ReactNode }) =>
  shown ? <div className="stack gap-l">{children}</div> : null
