import { CONTACTS, type FieldErrors, HEALTH } from './form-fields.ts'

/** On a phone the form has three steps; the address names the step, so that the phone's Back goes one back. */
export const STEPS = [
  { hash: '', title: 'About you' },
  { hash: '#contacts', title: 'Emergency contacts' },
  { hash: '#health', title: 'Health and plan' },
] as const

export const LAST_STEP = STEPS.length - 1

const IN_CONTACTS = new Set<string>(CONTACTS.flatMap(({ name, mobile }) => [name, mobile]))
const IN_LAST = new Set<string>([...HEALTH, 'coupon_code'])

const stepOf = (field: string): number => (IN_CONTACTS.has(field) ? 1 : IN_LAST.has(field) ? LAST_STEP : 0)

/** The mistakes of the steps up to this one. */
export const mistakesUpTo = (step: number, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => stepOf(field) <= step))

/** Where the first mistake is. */
export const firstWrongStep = (errors: FieldErrors): number => Math.min(...Object.keys(errors).map(stepOf))
