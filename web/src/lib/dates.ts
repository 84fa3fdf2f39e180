import { indianDate, indianMinute, indianTime } from '@tvarit/shared/contracts/indian-time'

type Moment = string | number | Date

/** `21 Nov 2026, 10:32:05`, in India. */
export const formatDateTime = (moment: Moment): string => `${indianDate(moment)}, ${indianTime(moment)}`

/** `21 Nov 2026, 10:32`, in India: where nobody counts seconds. */
export const formatDateMinute = (moment: Moment): string => `${indianDate(moment)}, ${indianMinute(moment)}`

/** A calendar day that many days later; pure calendar arithmetic, no zone involved. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
