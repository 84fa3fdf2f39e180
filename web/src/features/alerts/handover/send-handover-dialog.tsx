import type { HandoverChannel, HospitalChoice } from '@tvarit/shared/contracts/handover'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { isTenDigits, normalisePhone } from '@tvarit/shared/contracts/phone-numbers'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { QuickChoices } from '../../../components/quick-choices.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { useSendHandover } from './use-handover.ts'

const CHANNEL: Record<HandoverChannel, string> = { sms: 'SMS', email: 'E-mail' }

interface SendHandoverProps {
  alert_id: number
  hospital: HospitalChoice
  channels: readonly HandoverChannel[]
  onClose: () => void
  onSent: () => void
}

/** How the link goes to a hospital. Number and address can be corrected: the emergency desk often has its own. */
export function SendHandoverDialog({ alert_id, hospital, channels, onClose, onSent }: SendHandoverProps) {
  const [channel, setChannel] = useState<HandoverChannel>('sms')
  const [phone, setPhone] = useState(hospital.phone)
  const [email, setEmail] = useState(hospital.email ?? '')
  const [mistake, setMistake] = useState<string | null>(null)
  const send = useSendHandover()
  const fields = fieldMessages(send.error)
  const submit = () => {
    if (channel === 'sms') {
      const number = normalisePhone(phone)
      if (!isTenDigits(number)) return setMistake(TEXTS.phone_exactly_10)
      send.mutate({ id: alert_id, hospital_id: hospital.hospital_id, channel, phone: number }, { onSuccess: onSent })
    } else {
      if (!email.trim()) return setMistake(TEXTS.handover_no_address)
      send.mutate(
        { id: alert_id, hospital_id: hospital.hospital_id, channel, email: email.trim() },
        { onSuccess: onSent },
      )
    }
  }
  const told_by_field = fields.phone ?? fields.email
  return (
    <FormDialog
      title={`Send health data to ${hospital.name}`}
      submit="Send health data"
      busy={send.isPending}
      error={send.isError && !told_by_field ? errorText(send.error, TEXTS.handover_failed) : null}
      onCancel={onClose}
      onSubmit={submit}
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
          onChoose={(choice) => {
            setChannel(choice === CHANNEL.sms ? 'sms' : 'email')
            setMistake(null)
            send.reset()
          }}
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
          value={phone}
          error={mistake ?? fields.phone ?? null}
          onChange={(event) => {
            setPhone(event.target.value)
            setMistake(null)
          }}
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
          value={email}
          error={mistake ?? fields.email ?? null}
          onChange={(event) => {
            setEmail(event.target.value)
            setMistake(null)
          }}
        />
      )}
    </FormDialog>
  )
}
