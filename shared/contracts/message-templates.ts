import { z } from 'zod'
import {
  calendarDay,
  callBack,
  clock,
  freeText,
  link,
  otpCode,
  person,
  place,
  spokenNumber,
  wholeNumber,
  type Variable,
} from './message-variables.ts'
import type { Language } from './scan.ts'

// One file, because a text and its variables are registered together with the operators.

/** Registration category at the operators (TRAI DLT). A non-bank's code is service_implicit, not transactional. */
export type DltCategory = 'service_implicit' | 'service_explicit'

type Variables = Record<string, Variable<unknown>>
type Schemas<V> = { [Key in keyof V]: V[Key] extends { schema: infer Schema } ? Schema : never }

/** `{name}` is a variable, `{brand}` and `{host}` are static text of the registration. */
function template<const Name extends string, V extends Variables>(name: Name, text: string, variables: V) {
  const schemas = Object.fromEntries(Object.entries(variables).map(([key, variable]) => [key, variable.schema]))
  return {
    dlt_category: 'service_implicit' as DltCategory,
    /** The setting (a JSON object) and the key in it that hold the id this text is registered under. */
    dlt_template_id: `DLT_TEMPLATE_IDS.${name}` as const,
    text,
    variables,
    params: z.strictObject(schemas as Schemas<V> & Record<string, z.ZodType>),
  }
}

/**
 * Every text the product sends. No template to relatives has a variable for health, and none may get one.
 * `relative_all_clear` also serves an alert that was rejected as false.
 */
export const MESSAGE_TEMPLATES = {
  otp: template('otp', '{code} is your {brand} code. Valid 5 minutes. Do not share it.\n@{host} #{code}', {
    code: otpCode,
  }),
  relative_alert: template(
    'relative_alert',
    'EMERGENCY: {brand} received an alert for {name}, {place}, at {time}. Track: {url} Call: {call_back}',
    { name: person, place, time: clock, url: link, call_back: callBack },
  ),
  /** At the order: the driver has only been asked. The page behind the link says when the ambulance is on its way. */
  relative_dispatch: template(
    'relative_dispatch',
    'Ambulance {vehicle} has been asked to come for {name}. Driver {driver_name}, {driver_phone}. About {eta_minutes} min. {url}',
    {
      vehicle: freeText('vehicle_on_call', 15),
      name: person,
      driver_name: freeText('driver_on_duty', 20),
      driver_phone: callBack,
      eta_minutes: wholeNumber(999),
      url: link,
    },
  ),
  /** As above with an unknown arrival: the place is not known. */
  relative_dispatch_no_eta: template(
    'relative_dispatch_no_eta',
    'Ambulance {vehicle} has been asked to come for {name}. Driver {driver_name}, {driver_phone}. {url}',
    {
      vehicle: freeText('vehicle_on_call', 15),
      name: person,
      driver_name: freeText('driver_on_duty', 20),
      driver_phone: callBack,
      url: link,
    },
  ),
  /** An outside provider's ambulance: we know neither its driver nor when it arrives. */
  relative_dispatch_outside: template(
    'relative_dispatch_outside',
    'An ambulance of {provider} was called for {name}. Follow: {url} Questions: {call_back}',
    { provider: freeText('another_provider'), name: person, url: link, call_back: callBack },
  ),
  relative_hospital: template(
    'relative_hospital',
    '{name} will be taken to {hospital}. Hospital phone {hospital_phone}.',
    { name: freeText('your_relative_first'), hospital: freeText('a_hospital'), hospital_phone: callBack },
  ),
  relative_all_clear: template(
    'relative_all_clear',
    'The alert for {name} at {time} was closed: no ambulance needed. Questions: {call_back}',
    { name: person, time: clock, call_back: callBack },
  ),
  relative_attended: template(
    'relative_attended',
    'The alert for {name} at {time} was attended by our team and is closed. Questions: {call_back}',
    { name: person, time: clock, call_back: callBack },
  ),
  contact_check: template(
    'contact_check',
    '{brand}: {name} named you as emergency contact. Choose SMS or WhatsApp and language: {url} Not you? Call {call_back}',
    { name: freeText('a_subscriber'), url: link, call_back: callBack },
  ),
  renewal_reminder: template(
    'renewal_reminder',
    '{brand}: days left in your plan: {days}. It ends on {end_date}. Renew: {url}',
    { days: wholeNumber(999), end_date: calendarDay, url: link },
  ),
  /** To admins after a minute, to the people on call after two. One text stands for all alerts that wait. */
  staff_escalation: template(
    'staff_escalation',
    '{brand} ALARM: alerts not claimed: {count}, the first since {time}. Open now: {url}',
    { count: wholeNumber(99_999), time: clock, url: link },
  ),
  screens_lost: template(
    'screens_lost',
    '{brand} ALARM: no call-centre screen has been listening since {time}. Alerts waiting: {count}. Open the board: {url}',
    { time: clock, count: wholeNumber(99_999), url: link },
  ),
  screens_back: template(
    'screens_back',
    '{brand}: a call-centre screen is listening again since {time}. None was from {silent_since} on.',
    { time: clock, silent_since: clock },
  ),
  synthetic_failed: template(
    'synthetic_failed',
    '{brand} ALARM: the test alert failed {count} times in a row, last at {time} in stage {stage}. Look now: {url}',
    {
      count: wholeNumber(99_999),
      time: clock,
      stage: { dlt_tag: '#alphanumeric#', max: 15, schema: z.string().regex(/^[a-z]{1,15}$/) },
      url: link,
    },
  ),
  driver_dispatch: template(
    'driver_dispatch',
    '{brand}: ambulance {vehicle}, you are needed: alert {alert_id}, {place}. Accept: {url} Call: {call_back}',
    {
      vehicle: freeText('vehicle_on_call', 15),
      alert_id: wholeNumber(999_999_999),
      place,
      url: link,
      call_back: callBack,
    },
  ),
  driver_called_back: template(
    'driver_called_back',
    'Called back: ambulance {vehicle} is not needed for alert {alert_id} any more. {brand}, questions: {call_back}',
    { vehicle: freeText('vehicle_on_call', 15), alert_id: wholeNumber(999_999_999), call_back: callBack },
  ),
  // Spoken, twice. Pressing 1 confirms. None has health data.
  relative_alert_call: template(
    'relative_alert_call',
    'This is an emergency call from {brand}. We received an alert for {name} at {time}. Place: {place}. Our call centre has the alert. If you have heard this, press 1. For questions call {call_back}.',
    { name: person, time: clock, place, call_back: spokenNumber },
  ),
  driver_dispatch_call: template(
    'driver_dispatch_call',
    'This is {brand}. Ambulance {vehicle}, you are needed for alert {alert_id}. Place: {place}. Open the link in the SMS and accept. If you have heard this, press 1.',
    { vehicle: freeText('vehicle_on_call', 15), alert_id: wholeNumber(999_999_999), place },
  ),
  staff_escalation_call: template(
    'staff_escalation_call',
    'This is an alarm from {brand}. Alerts that nobody has claimed: {count}. The first has waited since {time}. Open the board. If you have heard this, press 1.',
    { count: wholeNumber(99_999), time: clock },
  ),
  screens_lost_call: template(
    'screens_lost_call',
    'This is an alarm from {brand}. No call-centre console has been armed since {time}. Alerts waiting: {count}. Open the board. If you have heard this, press 1.',
    { time: clock, count: wholeNumber(99_999) },
  ),
  synthetic_failed_call: template(
    'synthetic_failed_call',
    'This is an alarm from {brand}. The test alert failed {count} times in a row, last at {time}. Open the operations page. If you have heard this, press 1.',
    { count: wholeNumber(99_999), time: clock },
  ),
  on_call_test: template(
    'on_call_test',
    'This is a test call from {brand}. There is no emergency. If you have heard this, press 1.',
    {},
  ),
  /** The answer to the key. */
  call_confirmed: template('call_confirmed', 'Thank you. {brand} has noted that you have heard this.', {}),
  /** Without the patient's name: the page behind the link has it. Also goes by e-mail, see `render-mail.ts`. */
  hospital_handover: template(
    'hospital_handover',
    '{brand} alert {alert_id}: health data of a patient for {hospital}. Open: {url} Call: {call_back}',
    { alert_id: wholeNumber(999_999_999), hospital: freeText('your_hospital'), url: link, call_back: callBack },
  ),
} as const

export type TemplateName = keyof typeof MESSAGE_TEMPLATES
export type TemplateParams<Name extends TemplateName> = {
  [Key in keyof (typeof MESSAGE_TEMPLATES)[Name]['variables']]: z.input<
    (typeof MESSAGE_TEMPLATES)[Name]['variables'][Key] extends { schema: infer Schema extends z.ZodType }
      ? Schema
      : never
  >
}

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(MESSAGE_TEMPLATES, name)

/** The key of a text in DLT_TEMPLATE_IDS and WHATSAPP_TEMPLATE_IDS: `relative_alert`, `relative_alert.hi`. */
export const templateKey = (name: string, language: Language): string =>
  language === 'en' ? name : `${name}.${language}`

/** Texts for a voice are not registered. */
export const isSpoken = (name: TemplateName): boolean => /_call$|^on_call_test$|^call_confirmed$/.test(name)
