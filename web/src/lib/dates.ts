import { LIMITS } from '@tvarit/shared/contracts/limits'
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

/** Minutes to or after an arrival: `25 min`, `1 h 05 min`, `over 3 h`. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes > LIMITS.promised_minutes) return `over ${LIMITS.promised_minutes / 60} h`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
