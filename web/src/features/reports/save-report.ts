import type { ResponseStatistics, ResponseTimes } from '@tvarit/shared/contracts/reports'
import { saveText } from '../../lib/download.ts'
import { MEASURES } from './use-report-filters.ts'
import { stateName } from './wording.ts'

const HEAD = ['by', 'group', 'alerts', 'claimed_in_15', 'claimed_in_30'].concat(
  MEASURES.flatMap((measure) => [`${measure}_count`, `${measure}_median_s`, `${measure}_p90_s`, `${measure}_waiting`]),
)

/** All groups of a range as CSV: words of ours and numbers, nothing that a spreadsheet could take for a formula. */
export function saveReport({ from, to, total, by_day, by_shift, by_state }: ResponseTimes): void {
  const line = (by: string, group: string, row: ResponseStatistics) =>
    [by, group, row.count, row.claimed_in_15, row.claimed_in_30]
      .concat(
        MEASURES.flatMap((measure) => [
          row[measure].count,
          tenth(row[measure].median),
          tenth(row[measure].p90),
          row[measure].waiting,
        ]),
      )
      .join(',')
  const lines = [
    HEAD.join(','),
    line('all', `${from} to ${to}`, total),
    ...by_day.map((row) => line('day', row.day, row)),
    ...by_shift.map((row) => line('shift', row.shift, row)),
    ...by_state.map((row) => line('state', stateName(row.state), row)),
  ]
  saveText(`${lines.join('\r\n')}\r\n`, 'text/csv', `response-times-${from}-${to}.csv`)
}

const tenth = (seconds: number | null): number | string => (seconds === null ? '' : Math.round(seconds * 10) / 10)
