import type { Language } from '../scan.ts'
import { bn } from './bn.ts'
import { gu } from './gu.ts'
import { hi } from './hi.ts'
import { kn } from './kn.ts'
import { ml } from './ml.ts'
import { mr } from './mr.ts'
import { or } from './or.ts'
import { pa } from './pa.ts'
import { ta } from './ta.ts'
import { te } from './te.ts'

/** What stands where a name is missing. English is also what a name of no letters becomes. */
export const ENGLISH_WORDS = {
  your_relative: 'your relative',
  your_relative_first: 'Your relative',
  place_not_known: 'place not known',
  vehicle_on_call: 'on call',
  driver_on_duty: 'on duty',
  another_provider: 'another provider',
  a_hospital: 'a hospital',
  a_subscriber: 'a subscriber',
  your_hospital: 'your hospital',
}
export type FallbackWord = keyof typeof ENGLISH_WORDS

/** Texts that relatives, drivers, hospitals and on-call people get in their language; all others are English. */
export const TRANSLATED = [
  'relative_alert',
  'relative_dispatch',
  'relative_dispatch_no_eta',
  'relative_dispatch_outside',
  'relative_hospital',
  'relative_all_clear',
  'relative_attended',
  'contact_check',
  'driver_dispatch',
  'driver_called_back',
  'hospital_handover',
  'relative_alert_call',
  'driver_dispatch_call',
  'staff_escalation_call',
  'on_call_test',
  'call_confirmed',
] as const

/** `{name}` is a variable of the English text of the same name. */
export type MessageTexts = Record<(typeof TRANSLATED)[number], string> & { words: Record<FallbackWord, string> }

export const MESSAGE_TEXTS: Record<Exclude<Language, 'en'>, MessageTexts> = { hi, bn, te, mr, ta, gu, kn, ml, pa, or }
