import type { ResponseStatistics, Shift, UNREGISTERED } from '@tvarit/shared/contracts/reports'
import { secondsText } from '../../components/charts/scale.ts'
import type { Measure } from './use-report-filters.ts'

export const MEASURE_NAMES: Record<Measure, string> = {
  claim: 'Until claimed',
  dispatch: 'Until an ambulance was sent',
  scene: 'Until an ambulance was there',
}

export const MEASURE_CHOICES: Record<Measure, string> = {
  claim: 'Claimed',
  dispatch: 'Ambulance sent',
  scene: 'Ambulance there',
}

export const SHIFT_NAMES: Record<Shift, string> = {
  morning: 'Morning, 06 to 14',
  evening: 'Evening, 14 to 22',
  night: 'Night, 22 to 06',
}

export type { Shift }

/** Its type alone, so that this page does without the schema. */
/** Of an erased person no state is known either. */
export const UNREGISTERED_NAME = 'Unregistered or erased'

export const UNREGISTERED_STATE: typeof UNREGISTERED = 'unregistered'

export const stateName = (state: string | null): string => state ?? UNREGISTERED_NAME

/** `86 % (6 of 7)`; null without alerts. */
export function shareText(part: number, whole: number): string | null {
  return whole === 0
    ? null
    : `${Math.round((100 * part) / whole)} % (${part.toLocaleString('en-IN')} of ${whole.toLocaleString('en-IN')})`
}

/** `59 not claimed yet`; null when none waits. */
export const waitingText = (measure: Measure, { waiting }: ResponseStatistics[Measure]): string | null =>
  waiting === 0
    ? null
    : `${waiting.toLocaleString('en-IN')} ${{ claim: 'not claimed', dispatch: 'without an ambulance', scene: 'not reached' }[measure]} yet`

/** `9 s / 21 s`: median and 90th percentile; null when it happened to no alert. */
export function spreadText(spread: ResponseStatistics[Measure] | undefined): string | null {
  const { median, p90 } = spread ?? { median: null, p90: null }
  return median === null || p90 === null ? null : `${secondsText(median)} / ${secondsText(p90)}`
}
