import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { onlyDigits } from '../../../lib/only-digits.ts'
import type { Profile, UserDetail } from '@tvarit/shared/contracts/accounts'
import { BLOOD_GROUPS, SEXES } from '@tvarit/shared/contracts/medical'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { type ComponentRef, Fragment, useEffect, useRef, useState } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { CheckField, TextAreaField, TextField } from '../../../components/form/field.tsx'
import { FormButtons, FormSection, WideField } from '../../../components/form/form-section.tsx'
import { PhotoField } from '../../../components/form/upload-field.tsx'
import { DateField } from '../../../components/form/date-field.tsx'
import { SelectField } from '../../../components/form/select-field.tsx'
import { StateField } from '../../../components/form/state-field.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { SEX_LABELS } from '../../../lib/health-facts.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { typedPhone } from '../../../lib/typed-phone.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { useFirstMistake } from '../../../lib/use-first-mistake.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useUnsent } from '../../../lib/unsent.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import styles from '../subscribers.module.css'
import { type EditableField, editableOf, FAMILY, type FormField, FRIENDS } from './editable-fields.ts'
import { spokenPhone } from '@tvarit/shared/contracts/phone-numbers'

interface ProfileFormProps {
  user: UserDetail
  profile: Profile
  /** The field to begin with. */
  focus?: FormField | null
  onDone: () => void
}

/** Everything a subscriber may change. Name, e-mail, phone, role and dates are shown above and stay. */
export function ProfileForm({ user, profile, focus = null, onDone }: ProfileFormProps) {
  // What the page reads again while one edits is not what was edited.
  const [begun] = useState(profile)
  const [photo, setPhoto] = useState<File | null>(null)
  const [photo_error, setPhotoError] = useState<string | null>(null)
  const [show_first_name, setShowFirstName] = useState(begun.show_first_name)
  const element = useRef<ComponentRef<typeof Form>>(null)
  useFocusBack()
  useEffect(() => {
    const form = element.current?.nativeElement
    const selector = focus === 'photo' ? 'button' : `[name="${focus}"]`
    if (focus) form?.querySelector<HTMLElement>(selector)?.focus()
    // The button that was pressed is gone: the form is where one goes on, from the top of the page.
    else form?.focus({ preventScroll: true })
  }, [focus])
  const save = useMutation(
    trpc.users.updateProfile.mutationOptions({
      meta: { silent: true },
      onSuccess: (changed) => {
        queryClient.setQueryData(trpc.users.profile.queryKey(), changed)
        toast.success(TEXTS.profile_updated)
      },
    }),
  )
  const { form_id, goToFirstMistake } = useFirstMistake(save.isPending)
  const unlessUnsent = useUnsent(form_id, save.isPending, true)
  const {
    form,
    begun: before,
    errors,
    set,
    field,
  } = useForm(() => editableOf(begun), { sending: save, failed: TEXTS.profile_update_failed })
  const onSubmit = () => {
    if (save.isPending) return
    if (photo_error) return goToFirstMistake()
    const data = new FormData()
    // Only what was changed: a change of another field by another person stays.
    for (const [field, value] of Object.entries(form)) {
      if (value.trim() !== before[field as EditableField]) data.set(field, value.trim())
    }
    if (show_first_name !== begun.show_first_name) data.set('show_first_name', String(show_first_name))
    if (photo) data.set('photo', photo)
    save.mutate(data, { onSuccess: onDone })
  }
  const contact = ({ relation, name, mobile }: (typeof FAMILY)[number]) => (
    <Fragment key={name}>
      <TextField label={`${relation} name`} name={name} maxLength={LIMITS.name} {...field(name)} />
      <TextField label={`${relation} mobile`} name={mobile} type="tel" inputMode="tel" {...field(mobile, typedPhone)} />
    </Fragment>
  )
  return (
    <Form
      id={form_id}
      ref={element}
      className={`stack gap-l ${styles.form}`}
      tabIndex={-1}
      onFinish={onSubmit}
      noValidate
    >
      <FormSection title="Personal Information">
        <WideField>
          <PhotoField
            file={photo}
            kept={profile.photo}
            error={photo_error ?? errors.photo}
            hint="PNG or JPG, up to 5 MB. Helps the crew to recognise you."
            onFile={(file, error) => {
              setPhoto(file)
              setPhotoError(error)
            }}
          />
        </WideField>
        <TextField label="Name" readOnly value={`${user.first_name} ${user.last_name}`} />
        <TextField label="Phone" readOnly value={spokenPhone(user.phone_number)} />
        <TextField label="Email" readOnly value={user.email ?? '-'} />
        <TextField label="PIN Code" marked inputMode="numeric" {...field('pin_code', onlyDigits)} />
        <WideField>
          <TextAreaField label="Address" marked rows={2} maxLength={LIMITS.address} {...field('address')} />
        </WideField>
        <StateField {...field('state')} />
        <WideField>
          <CheckField name="show_first_name" checked={show_first_name} onChange={setShowFirstName}>
            Tell the person who scans my sticker my first name
          </CheckField>
        </WideField>
      </FormSection>
      <FormSection title="Family and Relatives">{FAMILY.map(contact)}</FormSection>
      <FormSection title="Friends">{FRIENDS.map(contact)}</FormSection>
      <FormSection title="Health Information">
        <SelectField
          label="Blood group"
          allowClear
          options={BLOOD_GROUPS.map((value) => ({ value, label: value }))}
          placeholder="Not given"
          value={form.blood_group || null}
          error={errors.blood_group}
          onChange={(value) => set({ blood_group: value ?? '' })}
        />
        <TextAreaField label="Allergies" name="allergies" maxLength={LIMITS.health} {...field('allergies')} />
        <TextAreaField
          label="Health conditions"
          name="health_conditions"
          maxLength={LIMITS.health}
          {...field('health_conditions')}
        />
        <TextAreaField label="Medicines" name="medicines" maxLength={LIMITS.health} {...field('medicines')} />
        <DateField label="Date of birth" {...field('date_of_birth')} min="1900-01-01" max={indianDay(serverNow())} />
        <SelectField
          label="Sex"
          allowClear
          options={SEXES.map((value) => ({ value, label: SEX_LABELS[value] }))}
          placeholder="Not given"
          value={form.sex || null}
          error={errors.sex}
          onChange={(value) => set({ sex: value ?? '' })}
        />
      </FormSection>
      {save.isError ? <Notice tone="error">{errorText(save.error, TEXTS.profile_update_failed)}</Notice> : null}
      <FormButtons>
        <Button onClick={() => unlessUnsent(onDone)}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          Save Changes
        </Button>
      </FormButtons>
    </Form>
  )
}
