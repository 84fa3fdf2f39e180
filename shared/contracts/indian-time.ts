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

/** A calendar day (`YYYY-MM-DD`) in words: `21 Nov 2026`. */
export function dayText(day: string): string {
  const parts = day.split('-')
  return `${parts[2]} ${MONTHS[Number(parts[1]) - 1]} ${parts[0]}`
}
