import { CODE_ALPHABET, normaliseCode } from '../../../contracts/codes.ts'
import { type RawBuilder, sql } from 'kysely'
import { normalisePhonePart } from '../../../contracts/phone-numbers.ts'
import { foldText } from '../../../contracts/same-text.ts'
import { ALL_STATES } from '../../../contracts/states.ts'
import { likePattern } from '../../../platform/database/like-pattern.ts'

/** Fewer letters have no trigram: the index knows nothing of them. */
const TRIGRAM = 3
/** Shorter pieces are in so many codes by chance that they would only hide the people who were looked for. */
const CODE_PART = 4
const STATE_PART = 4

/** One word that was typed, for `search` columns and other text of `fold_text`. */
export interface SearchWord {
  pattern: string
  /** Whether the trigram index can be used. */
  indexable: boolean
  /** The states it may mean. */
  states: string[]
}

export interface SearchTerm {
  /** In any order; all must match. */
  words: SearchWord[]
  /** For serial numbers and coupon codes; null when the whole term cannot be a part of one. */
  code_pattern: string | null
}

/** A term typed to find people: a name, e-mail, phone number as people write it, or a code from a sticker. */
export function peopleTerm(typed: string): SearchTerm {
  const phone = normalisePhonePart(typed)
  const words = /^\d+$/.test(phone) ? [phone] : wordsOf(typed)
  const code = codePart(typed)
  return {
    words: words.map((word) => ({ pattern: likePattern(word), indexable: hasTrigram(word), states: statesOf(word) })),
    code_pattern: code !== null && code.length >= CODE_PART ? likePattern(code) : null,
  }
}

/** The words of a text as they are compared, each once. */
const wordsOf = (typed: string): string[] => [...new Set(foldText(typed).trim().split(/\s+/))]

/** The condition that each word is found; `found` compares one pattern. */
export const eachWord = ({ words }: Words, found: (pattern: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    words.map(({ pattern }) => found(pattern)),
    sql` and `,
  )

interface Words {
  words: readonly { pattern: string }[]
}

/** A term typed to find anything by its words; an empty one is found in everything. */
export const textTerm = (typed = ''): Words => ({
  words: wordsOf(typed).map((word) => ({ pattern: likePattern(word) })),
})

/** States with this word in their name, or with its first letters. Shorter pieces would be found in too many names. */
function statesOf(word: string): string[] {
  const begins = (part: string) => part === word || (word.length >= STATE_PART && part.startsWith(word))
  if (word === 'and') return []
  return ALL_STATES.filter((state) => state.toLowerCase().split(/\W+/).some(begins))
}

/** A term typed to find coupons; null when no code can contain it. */
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
