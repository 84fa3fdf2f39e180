import { CODE_ALPHABET, normaliseCode } from '../../../contracts/codes.ts'
import { normalisePhone } from '../../../contracts/phone-numbers.ts'
import { likePattern } from '../../../platform/like-pattern.ts'

/** Fewer letters have no trigram: the index knows nothing of them. */
const TRIGRAM = 3
/** Shorter pieces are in so many codes by chance that they would only hide the people who were looked for. */
const CODE_PART = 4

export interface SearchTerm {
  /** For `search` columns and other lower-case text. */
  pattern: string
  /** For serial numbers and coupon codes; null when the term cannot be a part of one. */
  code_pattern: string | null
  /** Whether the trigram index can be used. */
  indexable: boolean
}

/** What somebody typed to find people: a name, e-mail, phone number as people write it, or a code from a sticker. */
export function peopleTerm(typed: string): SearchTerm {
  const looksLikePhone = /^\+?\d[\d\s().-]*$/.test(typed)
  const text = looksLikePhone ? normalisePhone(typed) : typed.toLowerCase().replace(/\s+/g, ' ')
  const code = codePart(typed)
  return {
    pattern: likePattern(text),
    code_pattern: code !== null && code.length >= CODE_PART ? likePattern(code) : null,
    indexable: hasTrigram(text),
  }
}

/** What somebody typed to find stickers; null when no code can contain it. */
export function codeTerm(typed: string): { pattern: string; indexable: boolean } | null {
  const code = codePart(typed)
  return code === null ? null : { pattern: likePattern(code), indexable: hasTrigram(code) }
}

/** Normalised as codes are; null with any symbol that codes do not have. */
function codePart(typed: string): string | null {
  const code = normaliseCode(typed)
  return code !== '' && [...code].every((symbol) => CODE_ALPHABET.includes(symbol)) ? code : null
}

/** Trigrams are made of letters and digits that stand together. */
const hasTrigram = (text: string): boolean => new RegExp(`[\\p{L}\\p{N}]{${TRIGRAM}}`, 'u').test(text)
