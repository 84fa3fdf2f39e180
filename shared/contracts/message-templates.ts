import { z } from 'zod'
import { toGsm7 } from './gsm7.ts'
import { dayText, indianMinute } from './indian-time.ts'

// One file, because a text, its variables and the alphabet they are written in are registered together with the operators.

/** Registration category at the operators (TRAI DLT). A non-bank's code is service_implicit, not transactional. */
export type DltCategory = 'service_implicit' | 'service_explicit'

/** Type of one variable, as it was tagged at registration; operators drop a message whose value does not fit its tag. */
export type DltTag = '#numeric#' | '#alphanumeric#' | '#time#' | '#url#' | '#cbn#'

interface Variable<Input> {
  dlt_tag: DltTag
  /** Characters. Free text is cut to it; anything else that is longer is refused. */
  max: number
  schema: z.ZodType<string, Input>
}

/** Static parts of every text: brand name and the host that WebOTP binds a code to (no scheme, no port). */
export interface TemplateContext {
  brand: string
  host: string
}

/**
 * Names and places typed by people. Operators allow letters, digits and spaces here, so the rest goes: that also keeps
 * links and line breaks (a forged `@host #code` line) out of our messages. Cut rather than refused: an emergency
 * message must go out.
 */
function freeText(fallback: string, max = 30): Variable<string | null> {
  return {
    dlt_tag: '#alphanumeric#',
    max,
    schema: z
      .string()
      .nullable()
      .transform((typed) => {
        const plain = toGsm7(typed ?? '', '')
          .normalize('NFKD')
          .replace(/[\p{M}']/gu, '')
        return (
          plain
            .replace(/[^A-Za-z0-9]+/g, ' ')
            .trim()
            .slice(0, max)
            .trimEnd() || fallback
        )
      }),
  }
}

const otpCode: Variable<string> = { dlt_tag: '#numeric#', max: 6, schema: z.string().regex(/^\d{6}$/) }

const wholeNumber = (max: number): Variable<number> => ({
  dlt_tag: '#numeric#',
  max: String(max).length,
  schema: z.int().min(0).max(max).transform(String),
})

/** `HH:MM` in India, see `clockTime`. */
const clock: Variable<string> = {
  dlt_tag: '#time#',
  max: 5,
  schema: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
}

/** Takes `YYYY-MM-DD`, writes `21 Nov 2026`. */
const calendarDay: Variable<string> = {
  dlt_tag: '#alphanumeric#',
  max: 11,
  schema: z.iso.date().transform((day) => dayText(day).replace(/^0/, '')),
}

// Longer than free text may be: the host is white-listed with the operator and the path carries a token.
const link: Variable<string> = {
  dlt_tag: '#url#',
  max: 100,
  schema: z
    .string()
    .max(100)
    .regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~/?=&%-]*)?$/),
}

/** A number to call back; spaces, hyphens and brackets are taken out. */
const callBack: Variable<string> = {
  dlt_tag: '#cbn#',
  max: 14,
  schema: z
    .string()
    .transform((typed) => typed.replace(/[\s()-]/g, ''))
    .pipe(z.string().regex(/^\+?\d{3,13}$/)),
}

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

const person = freeText('your relative')

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
    'EMERGENCY: {brand} received an alert for {name} at {time}. Our team is calling. Track: {url} Call: {call_back}',
    { name: person, time: clock, url: link, call_back: callBack },
  ),
  relative_dispatch: template(
    'relative_dispatch',
    'Ambulance {vehicle} for {name} is on the way. Driver {driver_name}, {driver_phone}. Arrival about {eta_minutes} min. {url}',
    {
      vehicle: freeText('on call', 15),
      name: person,
      driver_name: freeText('on duty', 20),
      driver_phone: callBack,
      eta_minutes: wholeNumber(999),
      url: link,
    },
  ),
  /** As above where nobody can say when it arrives: the place is not known. */
  relative_dispatch_no_eta: template(
    'relative_dispatch_no_eta',
    'Ambulance {vehicle} for {name} is on the way. Driver {driver_name}, {driver_phone}. {url}',
    {
      vehicle: freeText('on call', 15),
      name: person,
      driver_name: freeText('on duty', 20),
      driver_phone: callBack,
      url: link,
    },
  ),
  /** Somebody else's ambulance: we know neither its driver nor when it arrives. */
  relative_dispatch_outside: template(
    'relative_dispatch_outside',
    'An ambulance of {provider} was called for {name}. Follow: {url} Questions: {call_back}',
    { provider: freeText('another provider'), name: person, url: link, call_back: callBack },
  ),
  relative_hospital: template(
    'relative_hospital',
    '{name} is being taken to {hospital}. Hospital phone {hospital_phone}.',
    { name: freeText('Your relative'), hospital: freeText('a hospital'), hospital_phone: callBack },
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
    '{brand}: {name} named you as emergency contact. We would send an SMS to this number after an accident. Not you? Call {call_back}',
    { name: freeText('a subscriber'), call_back: callBack },
  ),
  renewal_reminder: template(
    'renewal_reminder',
    '{brand}: your plan ends in {days} day(s), on {end_date}. Renew: {url}',
    { days: wholeNumber(999), end_date: calendarDay, url: link },
  ),
  /** To admins after a minute, to the on-call numbers after two. One text stands for all alerts that wait. */
  staff_escalation: template(
    'staff_escalation',
    '{brand} ALARM: nobody has taken {count} alert(s), waiting since {time}. Open the board now: {url}',
    { count: wholeNumber(99_999), time: clock, url: link },
  ),
  screens_lost: template(
    'screens_lost',
    '{brand} ALARM: no call-centre screen has been listening since {time}. {count} alert(s) waiting. Open the board: {url}',
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
    { count: wholeNumber(99_999), time: clock, stage: freeText('unknown', 10), url: link },
  ),
  driver_dispatch: template(
    'driver_dispatch',
    '{brand}: ambulance {vehicle}, you are needed for alert {alert_id}. Accept and see the place: {url} Call: {call_back}',
    { vehicle: freeText('on call', 15), alert_id: wholeNumber(999_999_999), url: link, call_back: callBack },
  ),
  driver_called_back: template(
    'driver_called_back',
    'Called back: ambulance {vehicle} is not needed for alert {alert_id} any more. {brand}, questions: {call_back}',
    { vehicle: freeText('on call', 15), alert_id: wholeNumber(999_999_999), call_back: callBack },
  ),
  /** Without the patient's name: the page behind the link has it. Also goes by e-mail, see `mail-texts.ts`. */
  hospital_handover: template(
    'hospital_handover',
    '{brand} alert {alert_id}: health data of a patient for {hospital}. Open: {url} Call: {call_back}',
    { alert_id: wholeNumber(999_999_999), hospital: freeText('your hospital'), url: link, call_back: callBack },
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

/** Parameters do not fit the registered template. Names the fields, never their values (they are codes and phones). */
export class TemplateMismatch extends Error {
  readonly template: string
  readonly fields: string[]

  constructor(template: string, fields: string[]) {
    super(`Message template ${template}: wrong ${fields.join(', ')}`)
    this.template = template
    this.fields = fields
  }
}

/**
 * The text to send and its variables as `VAR1`, `VAR2`, ... in the order of the registered text (one used twice counts
 * twice). Free text is made plain and cut to its cap. Throws TemplateMismatch when a link, phone, code or number does
 * not fit, or a parameter is missing or unknown.
 */
export function renderTemplate(
  name: TemplateName,
  params: unknown,
  context: TemplateContext,
): { text: string; variables: Record<string, string> } {
  const parsed = MESSAGE_TEMPLATES[name].params.safeParse(params)
  if (!parsed.success) {
    const fields = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'parameters'],
    )
    throw new TemplateMismatch(name, [...new Set(fields)])
  }
  const values = parsed.data as Record<string, string>
  const variables: Record<string, string> = {}
  const text = fill(name, context, (key) => {
    variables[`VAR${Object.keys(variables).length + 1}`] = values[key]!
    return values[key]!
  })
  return { text, variables }
}

/** The text to register with the operators: static parts filled in, each variable as its tag. */
export const registeredText = (name: TemplateName, context: TemplateContext): string =>
  fill(name, context, (key) => (MESSAGE_TEMPLATES[name].variables as Record<string, Variable<unknown>>)[key]!.dlt_tag)

function fill(name: TemplateName, context: TemplateContext, value: (key: string) => string): string {
  if (!/^[A-Za-z0-9.-]+$/.test(context.host)) throw new TemplateMismatch(name, ['host'])
  const fixed: Record<string, string> = { brand: toGsm7(context.brand, 'Emergency help'), host: context.host }
  return MESSAGE_TEMPLATES[name].text.replace(/\{(\w+)\}/g, (_, key: string) => fixed[key] ?? value(key))
}

/** `HH:MM` in India, as the templates want it. */
export const clockTime = (at: Date): string => indianMinute(at)
