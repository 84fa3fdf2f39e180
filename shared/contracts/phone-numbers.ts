import { compact } from './compact.ts'

// Without zod: the browser's forms use this on every page.

/**
 * The ten digits of an Indian number, however they are written: digits of any script, `tel:`, separators, and +91, 91,
 * 091, 0091 or 0 in front. What is no such number comes back compact and whole: nothing is cut.
 */
export function normalisePhone(typed: string): string {
  const number = compact(typed).replace(/^tel:/i, '').replace('\uff0b', '+')
  const digits = /^(?:(?:\+|00|0)?91)?0?(\d{10})$/.exec(number)
  return digits ? digits[1]! : number
}

/** The same of a part of a number, as it is searched for: a prefix that is surely one goes, too. */
export const normalisePhonePart = (typed: string): string => normalisePhone(typed).replace(/^(?:\+91|0091|091|0)/, '')

export const isTenDigits = (phone: string): boolean => /^\d{10}$/.test(phone)

/** The link that dials a number, also from a phone of another country. A toll-free number stays as it is. */
export function dialled(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '')
  return `tel:${/^[2-9]\d{9}$/.test(digits) ? '+91' : ''}${digits}`
}

/** `98765 43210`: the way Indian numbers are read aloud. Any other number stays as it is. */
export const spokenPhone = (phone: string): string => phone.replace(/^(\d{5})(\d{5})$/, '$1 $2')

/** `XXXXXX3210`: the last four digits. */
export const maskPhone = (phone: string): string => phone.replace(/.(?=.{4})/g, 'X')
