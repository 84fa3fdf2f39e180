import type { AmbulanceStatus, AmbulanceType } from '@tvarit/shared/contracts/dispatch'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { formatAge } from '@tvarit/shared/contracts/format-age'

export const TYPE_TEXT: Record<AmbulanceType, string> = {
  BASIC: 'Basic life support',
  ADVANCED: 'Advanced life support',
  TRANSPORT: 'Patient transport',
}

export const STATUS_TEXT: Record<AmbulanceStatus, string> = { AVAILABLE: 'Available', BUSY: 'Busy', OFF: 'Off' }

/** How sure it is where an ambulance is: 'Position 3 min old', 'Old position, 2 h 10 m', 'At its base'. */
export function positionText(position_at: string | null, now: number): string {
  if (position_at === null) return 'At its base'
  const seconds = Math.max(0, (now - Date.parse(position_at)) / 1000)
  const age = seconds < 3600 ? `${Math.floor(seconds / 60)} min` : formatAge(seconds)
  return isFresh(position_at, now) ? `Position ${age} old` : `Old position, ${age}`
}

/** Whether a position still says where the ambulance is. */
export const isFresh = (position_at: string | null, now: number): boolean =>
  position_at !== null && now - Date.parse(position_at) < LIMITS.position_fresh_minutes * 60_000
