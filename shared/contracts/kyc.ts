import { compact } from './compact.ts'
import { ageOn } from './indian-time.ts'

// Soft rules for Indian identity and bank formats: they warn and set a flag (STRICT_KYC=1 makes them hard). No zod: the
// forms show the same hints during typing.

/** Compact and in capitals. */
export const compactUpper = (typed: string): string => compact(typed).toUpperCase()

export const KYC_FIELDS = [
  'phone_number',
  'aadhar_number',
  'pan_number',
  'gst_number',
  'ifsc_code',
  'bank_account_number',
  'pin_code',
] as const
export type KycField = (typeof KYC_FIELDS)[number]

const PAN = /^[A-Z]{3}[ABCEFGHJKLPT][A-Z]\d{4}[A-Z]$/
const GSTIN = /^(\d{2})([A-Z]{5}\d{4}[A-Z])[1-9A-Z]Z[0-9A-Z]$/

/**
 * What looks wrong with a value, as a sentence for a person, or null. `value` is compact and upper-case. `pan` is the
 * PAN typed beside a GSTIN. The GSTIN and Verhoeff sums are theirs, the rest are published layouts.
 */
export function softProblem(field: KycField, value: string, pan?: string): string | null {
  switch (field) {
    case 'phone_number':
      return /^[6-9]\d{9}$/.test(value) ? null : 'Indian mobile numbers start with 6, 7, 8 or 9.'
    case 'aadhar_number':
      return isAadhaar(value) ? null : 'This does not look like an Aadhaar number. Check it again.'
    case 'pan_number':
      return PAN.test(value) && !value.includes('0000')
        ? null
        : 'This does not look like a PAN (for example AAPFU0939F).'
    case 'gst_number':
      return gstinProblem(value, pan)
    case 'ifsc_code':
      return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(value) ? null : 'An IFSC has four letters, a zero and six more characters.'
    case 'bank_account_number':
      return /^\d{9,18}$/.test(value) ? null : 'Account numbers have 9 to 18 digits.'
    case 'pin_code':
      return /^[1-9]\d{5}$/.test(value) ? null : 'PIN codes do not start with 0.'
  }
}

/** What looks wrong with a sales partner's date of birth, on the day `today` (both `YYYY-MM-DD`), or null. */
export function birthProblem(date_of_birth: string, today: string): string | null {
  const age = ageOn(date_of_birth, today)
  return age >= 18 && age <= 100 ? null : 'Members of the sales chain are 18 to 100 years old.'
}

function gstinProblem(value: string, pan?: string): string | null {
  const [, state, inside] = GSTIN.exec(value) ?? []
  const known = Number(state) >= 1 && (Number(state) <= 38 || state === '97')
  if (!inside || !known || !PAN.test(inside) || gstinCheck(value) !== value[14]) {
    return 'This does not look like a GSTIN. Check it again.'
  }
  return pan && PAN.test(pan) && pan !== inside ? 'The PAN inside this GSTIN is another one than above.' : null
}

const BASE36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The check character of a GSTIN: Luhn mod 36 over its first fourteen characters. */
export function gstinCheck(value: string): string {
  let total = 0
  for (let index = 0; index < 14; index++) {
    const product = BASE36.indexOf(value[index]!) * (index % 2 === 0 ? 1 : 2)
    total += Math.floor(product / 36) + (product % 36)
  }
  return BASE36[(36 - (total % 36)) % 36]!
}

const VERHOEFF_D = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const VERHOEFF_P = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Twelve digits, the first 2 to 9, no palindrome, Verhoeff sum 0. */
export function isAadhaar(value: string): boolean {
  if (!/^[2-9]\d{11}$/.test(value) || value === [...value].toReversed().join('')) return false
  let check = 0
  for (const [index, digit] of [...value].toReversed().entries()) {
    check = Number(VERHOEFF_D[check]![Number(VERHOEFF_P[index % 8]![Number(digit)])])
  }
  return check === 0
}

/** `XXXX XXXX 2346`, as the law asks. */
export const maskAadhaar = (value: string): string => `XXXX XXXX ${value.slice(-4)}`
/** `AAPPVXXXXK`; what has not the length of a PAN is hidden whole, and so below. */
export const maskPan = (value: string): string =>
  value.length === 10 ? `${value.slice(0, 5)}XXXX${value.slice(9)}` : hidden(value)
/** The last four digits. */
export const maskAccount = (value: string): string =>
  value.length >= 9 ? hidden(value.slice(4)) + value.slice(-4) : hidden(value)
/** A GSTIN carries the PAN: the same characters are hidden. `27AAPFUXXXXF1ZV`. */
export const maskGstin = (value: string): string =>
  value.length === 15 ? `${value.slice(0, 7)}XXXX${value.slice(11)}` : hidden(value)

const hidden = (value: string): string => 'X'.repeat(value.length)
