// India's calendar and clock by arithmetic: one zone, UTC + 5:30, no summer time. Never by a locale's format: engines
// change those, and old ones lack time zone data.

const OFFSET_MS = 19_800_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Moment = string | number | Date

/** `2026-11-21T10:32:05.000Z`, where the Z is a lie: India's clock. Throws a RangeError for what is no moment. */
const local = (moment: Moment): string => new Date(new Date(moment).getTime() + OFFSET_MS).toISOString()

/** The calendar day (`YYYY-MM-DD`) in India at this moment. */
export const indianDay = (moment: Moment): string => local(moment).slice(0, 10)

/** `10:32`, in India. */
export const indianMinute = (moment: Moment): string => local(moment).slice(11, 16)

/** `10:32:05`, in India. */
export const indianTime = (moment: Moment): string => local(moment).slice(11, 19)

/** `21 Nov 2026`, in India. */
export const indianDate = (moment: Moment): string => dayText(indianDay(moment))

/** 0 is Sunday. */
export const indianWeekday = (moment: Moment): number => new Date(new Date(moment).getTime() + OFFSET_MS).getUTCDay()

/** The latest moment up to `now` (milliseconds) at which it was that weekday and clock (`09:00`) in India. */
export function lastWeekly(now: number, weekday: number, time: string): number {
  const week = 7 * 86_400_000
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  // 1 January 1970 was a Thursday.
  const first = ((weekday + 3) % 7) * 86_400_000 + hours * 3_600_000 + minutes * 60_000 - OFFSET_MS
  return first + Math.floor((now - first) / week) * week
}

/** Full years from a day of birth to another day, both `YYYY-MM-DD`. */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}

/** A calendar day (`YYYY-MM-DD`) in words: `21 Nov 2026`. */
export function dayText(day: string): string {
  const parts = day.split('-')
  return `${parts[2]} ${MONTHS[Number(parts[1]) - 1]} ${parts[0]}`
}
