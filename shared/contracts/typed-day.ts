import { asciiDigits } from './compact.ts'

// Days and clocks as people in India type them. Without zod: the office's fields use this.

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
/** Of two digits the years up to this one are of this century. */
const LAST_SHORT_YEAR = 49

/** `YYYY-MM-DD` of a day typed with the day first, or with the year first, in digits or with the month's name; else null. */
export function readDay(typed: string): string | null {
  const text = asciiDigits(typed).trim().toLowerCase()
  const [, first, second, third] =
    /^(\d{1,2})[\s./,-]+(\d{1,2})[\s./,-]+(\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? []
  if (first) return dayOf(third!, Number(second), Number(first))
  const [, year, month, day] = /^(\d{4})[\s./-](\d{1,2})[\s./-](\d{1,2})$/.exec(text) ?? []
  if (year) return dayOf(year, Number(month), Number(day))
  const [, number, name, after] = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]*([a-z]{3,9})[\s.,-]*(\d{4}|\d{2})$/.exec(text) ?? []
  if (number) return dayOf(after!, monthOf(name!), Number(number))
  const [, word, at, then] = /^([a-z]{3,9})[\s.-]*(\d{1,2})(?:st|nd|rd|th)?[\s.,-]+(\d{4}|\d{2})$/.exec(text) ?? []
  return word ? dayOf(then!, monthOf(word), Number(at)) : null
}

/** `HH:mm` of a clock of 24 or of 12 hours; else null. */
export function readTime(typed: string): string | null {
  const text = asciiDigits(typed).trim().toLowerCase()
  const [, hour, minute = '00', half] = /^(\d{1,2})(?:[:.\s]?(\d{2}))?\s*([ap])?\.?m?\.?$/.exec(text) ?? []
  if (!hour || (!half && !/\d[:.\s]?\d\d$/.test(text))) return null
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hours = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour)
  return hours < 24 && Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : null
}

/** 1 to 12 for a month's name or its first letters; 0 for none. */
const monthOf = (name: string): number =>
  MONTHS.findIndex(
    (month) => name === month.slice(0, 3) || name === month || (name === 'sept' && month === 'september'),
  ) + 1

function dayOf(year: string, month: number, day: number): string | null {
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) <= LAST_SHORT_YEAR ? 2000 : 1900)
  const date = new Date(Date.UTC(full, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
