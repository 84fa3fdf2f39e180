import type { AmbulanceStatus } from '@tvarit/shared/contracts/dispatch'
import { STATUS_TEXT } from './wording.ts'

export const AMBULANCE_FILTERS = [
  { value: '', label: 'All' },
  ...Object.entries(STATUS_TEXT).map(([value, label]) => ({ value, label })),
]

/** The status an address asks for; anything unknown asks for all. */
export const statusOf = (text: string): AmbulanceStatus | '' => {
  const status = text.toUpperCase()
  return status in STATUS_TEXT ? (status as AmbulanceStatus) : ''
}
