import type { HandoverChannel, HospitalChoice } from '@tvarit/shared/contracts/handover'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { isTenDigits, normalisePhone } from '@tvarit/shared/contracts/phone-numbers'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { QuickChoices } from '../../../components/quick-choices.tsx'
import { useForm } from '../../../lib/use-form.ts'
import { useSendHandover } from './use-handover.ts'

const CHANNEL: Record<HandoverChannel, string> = { sms: 'SMS', email: 'E-mail' }

interface Sending {
  channel: HandoverChannel
  phone: string
  email: string
}

function checkAddress({ channel, phone, email }: Sending): { phone?: string; email?: string } {
  if (channel === 'sms') return isTenDigits(normalisePhone(phone)) ? {} : { phone: TEXTS.phone_exactly_10 }
  return email.trim() ? {} : { email: TEXTS.handover_no_address }
}

interface SendHandoverProps {
  alert_id: number
  hospital: HospitalChoice
  channels: readonly HandoverChannel[]
  onClose: () => void
  onSent: () => void
}

/** How the link goes to a hospital. Number and address can be corrected: the emergency desk often has its own. */
export function SendHandoverDialog({ alert_id, hospital, channels, onClose, onSent }: SendHandoverProps) {
  const send = useSendHandover()
  const { form, error, set, field, submit } = useForm(
    { channel: 'sms', phone: hospital.phone, email: hospital.email ?? '' },
    { sending: send, failed: TEXTS.handover_failed, check: checkAddress },
  )
  const { channel } = form
  const mutate = () => {
    const address = channel === 'sms' ? { phone: normalisePhone(form.phone) } : { email: form.email.trim() }
    send.mutate({ id: alert_id, hospital_id: hospital.hospital_id, channel, ...address }, { onSuccess: onSent })
  }
  return (
    <FormDialog
      title={`Send health data to ${hospital.name}`}
      submit="Send health data"
      busy={send.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() => submit(mutate)}
    >
      <p>
        The hospital gets a link to name, photo, health data and emergency contacts. It works for 24 hours and can be
        revoked. Relatives get its name.
      </p>
      {channels.length > 1 ? (
        <QuickChoices
          label="How to send it"
          choices={channels.map((each) => CHANNEL[each])}
          value={CHANNEL[channel]}
          onChoose={(choice) => set({ channel: choice === CHANNEL.sms ? 'sms' : 'email' })}
        />
      ) : null}
      {channel === 'sms' ? (
        <TextField
          label="Phone number"
          marked
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={LIMITS.phone_typed}
          hint="A landline gets no SMS: ask for a mobile number, or call."
          {...field('phone')}
        />
      ) : (
        <TextField
          label="E-mail address"
          marked
          type="email"
          autoComplete="off"
          maxLength={LIMITS.email}
          hint={
            hospital.email ? "The hospital's address in the registry" : 'The registry has no address of this hospital'
          }
          {...field('email')}
        />
      )}
    </FormDialog>
  )
}
