// Without zod, and in ES2015: the browser's searches use this, too.

/** Marks that look like an apostrophe. Phones set the curved one. */
const APOSTROPHES = /[`\u00b4\u02b9\u02bb\u02bc\u02c8\u2018\u2019\u201b\u2032\uff07]/g
/** What nobody sees: soft hyphen, joiners, directions, marks of byte order. */
const INVISIBLE = /[\u034f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g

/** The same letters with the same bytes: no invisible marks, one apostrophe, one form of every letter (NFKC). */
export const sameLetters = (text: string): string =>
  text.replace(INVISIBLE, '').replace(APOSTROPHES, "'").normalize('NFKC')

/** Whether two people would call these the same: a password and its repetition. */
export const hasSameLetters = (one: string, other: string): boolean => sameLetters(one) === sameLetters(other)

/** A text as it is searched for and compared: `sameLetters` in lower case. The SQL function `fold_text` does the same. */
export const foldText = (text: string): string => sameLetters(text).toLowerCase()

/** No input that is read is nested deeper. */
const DEEPEST = 20

/** Any input as it is stored: each text in it in the composed form of Unicode (NFC), also in lists, records and forms. */
export function composed(input: unknown, depth = 0): unknown {
  if (typeof input === 'string') return input.normalize('NFC')
  if (depth > DEEPEST) return input
  if (Array.isArray(input)) return input.map((value) => composed(value, depth + 1))
  if (input instanceof FormData) {
    const form = new FormData()
    for (const [field, value] of input) form.append(field, typeof value === 'string' ? value.normalize('NFC') : value)
    return form
  }
  if (!isRecord(input)) return input
  return Object.fromEntries(Object.entries(input).map(([field, value]) => [field, composed(value, depth + 1)]))
}

/** A plain object, no file. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
