import { LIMITS } from '../../contracts/limits.ts'
import { isUsablePlace, type Reported } from '../../contracts/near-india.ts'

export interface ReportedPlace {
  latitude: number | null
  longitude: number | null
  /** Metres. */
  accuracy: number | null
}

const NONE: ReportedPlace = { latitude: null, longitude: null, accuracy: null }

/** The place of a report as it is kept: both coordinates or none, the accuracy not below what phones can know. */
export function reportedPlace({ latitude, longitude, accuracy }: Reported): ReportedPlace {
  if (latitude == null || longitude == null) return NONE
  return { latitude, longitude, accuracy: accuracy == null ? null : Math.max(accuracy, LIMITS.accuracy_floor) }
}

/** The place that the alert takes from a report: none where it cannot be (`isUsablePlace`). */
export const usablePlace = (place: ReportedPlace): ReportedPlace => (isUsablePlace(place) ? place : NONE)
