import type { AlertMessage, AlertPerson } from '@tvarit/shared/contracts/alerts'

/** What people are told of, and the texts that tell it. */
export const OCCASIONS = [
  ['Alert', ['relative_alert', 'relative_alert_call', 'staff_escalation', 'staff_escalation_call']],
  [
    'Ambulance',
    [
      'relative_dispatch',
      'relative_dispatch_no_eta',
      'relative_dispatch_outside',
      'driver_dispatch',
      'driver_dispatch_call',
      'driver_called_back',
    ],
  ],
  ['Hospital', ['relative_hospital', 'hospital_handover']],
  ['Closing', ['relative_attended', 'relative_all_clear']],
] as const

/** The messages of an occasion to a person, oldest first. */
export const ofPerson = (messages: readonly AlertMessage[], person: AlertPerson, templates: readonly string[]) =>
  messages.filter(({ id, template }) => person.message_ids.includes(id) && templates.includes(template))
