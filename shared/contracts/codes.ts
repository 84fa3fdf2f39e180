import { compact } from './compact.ts'

/**
 * The codes on a sticker. Alphabet: Crockford base 32 without 0 (31 symbols, so no 0, I, L, O, U). The last character
 * checks the rest: symbol number (sum of (position from 1) x value) mod 31. As 31 is prime, it catches every single
 * wrong character and every swap of neighbours.
 */
export const CODE_ALPHABET = '123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Lengths without prefix, check character included where the code has one. */
export const CODE_LENGTH = { serial_number: 10, coupon_code: 11, token: 16 } as const

/** The check character of `body`, which must consist of alphabet symbols. */
export function checkCharacter(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index++) sum += (index + 1) * CODE_ALPHABET.indexOf(body[index]!)
  return CODE_ALPHABET[sum % CODE_ALPHABET.length]!
}

/** What a person typed: any case, separators ignored, I and L read as 1. */
export const normaliseCode = (typed: string): string => compact(typed).toUpperCase().replace(/[IL]/g, '1')

const inAlphabet = (text: string) => [...text].every((symbol) => CODE_ALPHABET.includes(symbol))

/** True when `code` (normalised) is a serial number: S, eight symbols, check character over those eight. */
export function isSerialNumber(code: string): boolean {
  return (
    code.length === CODE_LENGTH.serial_number &&
    code.startsWith('S') &&
    inAlphabet(code.slice(1)) &&
    checkCharacter(code.slice(1, -1)) === code.slice(-1)
  )
}

/** True when `code` (normalised) is a coupon code: ten symbols and their check character. */
export function isCouponCode(code: string): boolean {
  return (
    code.length === CODE_LENGTH.coupon_code && inAlphabet(code) && checkCharacter(code.slice(0, -1)) === code.slice(-1)
  )
}

/** True when `text` can be a scan token: sixteen symbols of the alphabet. Case does not matter in the address. */
export function isToken(text: string): boolean {
  return text.length === CODE_LENGTH.token && inAlphabet(text)
}

/** `S1A2B-3C4D7` and `7KQ4F-M2XWP-W`: groups of five, as they are printed and read aloud. */
export const spokenCode = (code: string): string => code.replace(/(.{5})(?=.)/g, '$1-')
