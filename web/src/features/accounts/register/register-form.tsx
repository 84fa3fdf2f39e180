import { TEXTS } from '@tvarit/shared/contracts/texts'
import { type FormEvent, useState } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { FormButtons } from '../../../components/plain/form-section.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainDialog } from '../../../components/plain/plain-dialog.tsx'
import { errorStatus, errorText } from '../../../lib/error-text.ts'
import { randomId } from '../../../lib/random-id.ts'
import { toast } from '../../../lib/toasts.ts'
import { api } from '../../../lib/trpc.ts'
import { ContactsSection } from './contacts-section.tsx'
import { checkForm, emptyForm, type FieldErrors, type FieldName } from './form-fields.ts'
import { HealthSection, SubscriptionSection } from './other-sections.tsx'
import { OtpDialog } from './otp-dialog.tsx'
import { PersonalSection } from './personal-section.tsx'
import styles from './register.module.css'
import { TermsDialog } from './terms-dialog.tsx'
import { useFirstMistake } from '../../../lib/use-first-mistake.ts'
import { OWN_WORDING, type RegisterDialog, type Wording } from './wording.ts'

type Step = 'form' | 'terms' | 'otp' | 'done'

interface RegisterFormProps {
  /** Sends the form with its code. */
  submit: (data: FormData) => Promise<unknown>
  wording?: Wording
  /** The office has a dialog of its own, below which alerts and toasts never disappear. */
  Dialog?: RegisterDialog
  onDone: () => void
}

/** Fill, validate, accept the terms, request a code, confirm it. The form keeps its content through every refusal. */
export function RegisterForm(props: RegisterFormProps) {
  const { submit, wording = OWN_WORDING, Dialog = PlainDialog, onDone } = props
  const [form, setForm] = useState(emptyForm)
  /** The codes asked for here are for this form alone, also when the phone changes its network. */
  const [request_id] = useState(randomId)
  const [photo, setPhoto] = useState<File | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [step, setStep] = useState<Step>('form')
  const [busy, setBusy] = useState(false)
  /** The last code that was sent: coming back to it within the wait must not ask the server for another. */
  const [sent, setSent] = useState({ phone: '', resend_at: 0 })
  const { form: element, goToFirstMistake } = useFirstMistake()

  const set = (field: FieldName, value: string) => {
    setForm((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _gone, ...rest }) => rest)
  }
  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    setStep('form')
    goToFirstMistake()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkForm(form, photo)
    if (Object.keys(found).length > 0) showErrors(found)
    else setStep('terms')
  }
  const onClear = () => {
    setForm(emptyForm())
    setPhoto(null)
    setErrors({})
  }
  const onAccept = async (): Promise<void> => {
    if (sent.phone === form.phone_number && sent.resend_at > Date.now()) return setStep('otp')
    setBusy(true)
    try {
      const { resend_after } = await api.auth.requestRegistrationOtp.mutate({
        phone_number: form.phone_number,
        request_id,
      })
      setSent({ phone: form.phone_number, resend_at: Date.now() + resend_after * 1000 })
      setStep('otp')
    } catch (error) {
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
    <form ref={element} className={styles.form} onSubmit={onSubmit} noValidate>
      <PersonalSection
        form={form}
        errors={errors}
        set={set}
        wording={wording}
        photo={photo}
        onPhoto={(file, error) => {
          setPhoto(error ? null : file)
          setErrors(({ photo: _gone, ...rest }) => (error ? { ...rest, photo: error } : rest))
        }}
      />
      <ContactsSection form={form} errors={errors} set={set} wording={wording} />
      <HealthSection form={form} errors={errors} set={set} />
      <SubscriptionSection form={form} errors={errors} set={set} />
      {mistakes > 0 ? (
        <Notice tone="error">
          {mistakes === 1 ? 'One field needs your attention.' : `${mistakes} fields need your attention.`}
        </Notice>
      ) : null}
      <FormButtons>
        <PlainButton onClick={onClear}>Clear</PlainButton>
        <PlainButton kind="primary" type="submit" disabled={step === 'done'}>
          Subscribe
        </PlainButton>
      </FormButtons>

      {step === 'terms' ? (
        <TermsDialog
          wording={wording}
          Dialog={Dialog}
          busy={busy}
          onCancel={() => setStep('form')}
          onAccept={() => void onAccept()}
        />
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
            toast.success(TEXTS.otp_success)
            onDone()
          }}
        />
      ) : null}
    </form>
  )
}
