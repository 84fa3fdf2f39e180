import { LANGUAGES, type Language } from '@tvarit/shared/contracts/scan'
import { bn } from './languages/bn.ts'
import { en } from './languages/en.ts'
import { gu } from './languages/gu.ts'
import { hi } from './languages/hi.ts'
import { kn } from './languages/kn.ts'
import { ml } from './languages/ml.ts'
import { mr } from './languages/mr.ts'
import { or } from './languages/or.ts'
import { pa } from './languages/pa.ts'
import { ta } from './languages/ta.ts'
import { te } from './languages/te.ts'
import type { PageTexts } from './page-texts.ts'

/** The texts of each language. */
export const PAGE_TEXTS: Record<Language, PageTexts> = { en, hi, bn, te, mr, ta, gu, kn, ml, pa, or }

const known = (code: string): Language | undefined => LANGUAGES.find((language) => language === code)

/** `hi-IN` and `HI` are both Hindi; `ory` (ISO 639-3) is how some phones name Odia. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/, 1)[0]!
  return known(primary === 'ory' ? 'or' : primary)
}
