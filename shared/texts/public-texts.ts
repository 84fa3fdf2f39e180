import type { Language } from '../contracts/languages.ts'
import bn from './bn.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import gu from './gu.json' with { type: 'json' }
import hi from './hi.json' with { type: 'json' }
import kn from './kn.json' with { type: 'json' }
import ml from './ml.json' with { type: 'json' }
import mr from './mr.json' with { type: 'json' }
import or from './or.json' with { type: 'json' }
import pa from './pa.json' with { type: 'json' }
import ta from './ta.json' with { type: 'json' }
import te from './te.json' with { type: 'json' }

// English is the model: a key that another language lacks does not compile. tests/unit/public-texts.test.ts compares the
// rest: unknown keys, and the slots like `{name}`.

/** The pages of a ride: driver, relatives, hospital. */
type RideArea = 'driver' | 'track' | 'handover'
/** What every language has. */
type PublicTexts = Omit<typeof en, RideArea>
type RideTexts = Pick<typeof en, RideArea>

/** Pages of bystanders and emergency contacts, first aid, and the words that take the place of a missing name. */
export const PUBLIC_TEXTS: Record<Language, PublicTexts> = { en, hi, bn, te, mr, ta, gu, kn, ml, pa, or }

/** Messages and calls in the languages of their readers. The English texts are in contracts/message-templates.ts. */
export const MESSAGE_TEXTS = { hi, bn, te, mr, ta, gu, kn, ml, pa, or } satisfies Record<
  Exclude<Language, 'en'>,
  Pick<typeof hi, 'messages'>
>

/** The languages of the pages of a ride; who prefers another gets English. */
export const RIDE_TEXTS = { en, hi } satisfies Partial<Record<Language, RideTexts>>
export type RideLanguage = keyof typeof RIDE_TEXTS
export const RIDE_LANGUAGES = Object.keys(RIDE_TEXTS) as RideLanguage[]
export const rideLanguage = (language: Language): RideLanguage => (language === 'hi' ? 'hi' : 'en')

export type ScanTexts = PublicTexts['scan']
export type FirstAidTexts = PublicTexts['first_aid']
export type FallbackWord = keyof PublicTexts['words']
export type TranslatedMessage = keyof typeof hi.messages
export type DriverTexts = RideTexts['driver']
export type TrackTexts = RideTexts['track']
export type HandoverTexts = RideTexts['handover']
