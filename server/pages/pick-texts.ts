import { PUBLIC_TEXTS, type ScanTexts } from '@tvarit/shared/texts/public-texts'
import type { Language } from '@tvarit/shared/contracts/scan'

const PLACE = [
  'place_sent',
  'place_rough',
  'place_none',
  'place_asking',
  'place_known',
  'metres',
  'kilometres',
] as const

/** The texts each client script uses; only these travel to the phone a second time. */
const USED = {
  scan: [
    ...PLACE,
    'button',
    'button_hint',
    'sending',
    'keep_open',
    'not_sent',
    'no_network',
    'no_answer',
    'pressed_at',
    'try_now',
    'never_sent',
    'press_again',
    'failed',
    'failed_hint',
    'received',
    'waiting_place',
  ],
  status: [
    ...PLACE,
    'sending',
    'phone_short',
    'details_saved',
    'details_failed',
    'received',
    'received_at',
    'screens_none',
    'screens_one',
    'screens_many',
    'waiting',
    'seen_by',
    'handling',
    'ambulance_assigned',
    'ambulance_accepted',
    'ambulance_on_way',
    'ambulance_arrived',
    'ambulance_to_hospital',
    'ambulance_at_hospital',
    'eta',
    'eta_hours',
    'eta_unknown',
    'ambulance_unseen',
    'calling_driver',
    'closed',
    'closed_at',
    'closed_without_help',
    'still_112',
    'call_112_now',
    'unclaimed',
    'unreachable',
  ],
} as const satisfies Record<string, readonly (keyof ScanTexts)[]>

export type PlaceTexts = Pick<ScanTexts, (typeof PLACE)[number]>
export type ScriptTexts<Script extends keyof typeof USED> = Pick<ScanTexts, (typeof USED)[Script][number]>

/** What the named client script says, in `language`. */
export function pickTexts<Script extends keyof typeof USED>(language: Language, script: Script): ScriptTexts<Script> {
  const picked: Partial<ScanTexts> = {}
  for (const key of USED[script]) picked[key] = PUBLIC_TEXTS[language].scan[key]
  return picked as ScriptTexts<Script>
}
