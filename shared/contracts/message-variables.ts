import { z } from 'zod'
import { graphemesOf } from './graphemes.ts'
import { toGsm7 } from './gsm7.ts'
import { dayText } from './indian-time.ts'
import { latinName } from './latin-name.ts'
import { type FallbackWord, PUBLIC_TEXTS } from '../texts/public-texts.ts'
import type { Language } from './scan.ts'

/** Type of one variable, as it was tagged at registration; operators drop a message whose value does not fit its tag. */
export type DltTag = '#numeric#' | '#alphanumeric#' | '#time#' | '#url#' | '#cbn#'

export interface Variable<Input> {
  dlt_tag: DltTag
  /** Characters. Free text is cut to it; anything else that is longer is rejected. */
  max: number
  schema: z.ZodType<string, Input>
  /** How a value is written in a language; without it as it is. */
  write?: (value: string, language: Language) => string
}

/**
 * Names and places typed by people. Operators allow letters, digits and spaces here, so the rest goes: that also keeps
 * links and line breaks (a forged `@host #code` line) out of our messages. Cut rather than rejected: an emergency
 * message must go out. In English texts names of Indian scripts are written in Latin letters, as GSM-7 has no others.
 */
export function freeText(fallback: FallbackWord, max = 30): Variable<string | null> {
  return {
    dlt_tag: '#alphanumeric#',
    max,
    schema: z
      .string()
      .nullable()
      .transform((typed) => typed ?? ''),
    write(typed, language) {
      const letters = language === 'en' ? latinLetters(typed) : typed.normalize('NFC')
      const plain = letters.replace(/[^\p{L}\p{M}\p{N}\u200c\u200d]+/gu, ' ').trim()
      return wholeLetters(plain, max).trimEnd() || PUBLIC_TEXTS[language].words[fallback]
    },
  }
}

/** As many whole characters as fit into the units that operators count. */
function wholeLetters(text: string, units: number): string {
  let fitting = ''
  for (const letter of graphemesOf(text)) {
    if (fitting.length + letter.length > units) break
    fitting += letter
  }
  return fitting
}

const latinLetters = (typed: string): string =>
  toGsm7(latinName(typed), '')
    .normalize('NFKD')
    .replace(/[\p{M}']/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')

export const otpCode: Variable<string> = { dlt_tag: '#numeric#', max: 6, schema: z.string().regex(/^\d{6}$/) }

export const wholeNumber = (max: number): Variable<number> => ({
  dlt_tag: '#numeric#',
  max: String(max).length,
  schema: z.int().min(0).max(max).transform(String),
})

/** `HH:MM` in India, see `clockTime`. */
export const clock: Variable<string> = {
  dlt_tag: '#time#',
  max: 5,
  schema: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
}

/** Takes `YYYY-MM-DD`, writes `21 Nov 2026`. */
export const calendarDay: Variable<string> = {
  dlt_tag: '#alphanumeric#',
  max: 11,
  schema: z.iso.date().transform((day) => dayText(day).replace(/^0/, '')),
}

// Longer than free text may be: the host is white-listed with the operator and the path carries a token.
export const link: Variable<string> = {
  dlt_tag: '#url#',
  max: 100,
  schema: z
    .string()
    .max(100)
    .regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~/?=&%-]*)?$/),
}

/** A number to call back; spaces, hyphens and brackets are taken out. */
export const callBack: Variable<string> = {
  dlt_tag: '#cbn#',
  max: 14,
  schema: z
    .string()
    .transform((typed) => typed.replace(/[\s()-]/g, ''))
    .pipe(z.string().regex(/^\+?\d{3,13}$/)),
}

/** Digit by digit: a voice would read a number of millions. */
export const spokenNumber: Variable<string> = {
  ...callBack,
  write: (digits) => digits.replace(/\D/g, '').split('').join(' '),
}

export const person = freeText('your_relative')

/** `3 km NE of Whitefield`. Messages written by a version before this one have none. */
export const place: Variable<string | null | undefined> = {
  ...freeText('place_not_known'),
  schema: z
    .string()
    .nullish()
    .transform((words) => words ?? ''),
}
