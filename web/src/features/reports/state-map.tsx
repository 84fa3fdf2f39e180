import { formatAge } from '@tvarit/shared/contracts/format-age'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { secondsText } from '../../components/charts/scale.ts'
import type { Group } from './report-table.tsx'
import styles from './reports.module.css'
import type { Measure } from './use-report-filters.ts'
import { MEASURE_NAMES, spreadText, waitingText } from './wording.ts'

/** A square for each state about where it lies: column and row. Squares show no boundary (docs/decisions/012). */
const SQUARES: Record<string, [code: string, column: number, row: number]> = {
  'Jammu and Kashmir': ['JK', 2, 0],
  Ladakh: ['LA', 3, 0],
  Punjab: ['PB', 2, 1],
  'Himachal Pradesh': ['HP', 3, 1],
  Haryana: ['HR', 2, 2],
  Chandigarh: ['CH', 3, 2],
  Uttarakhand: ['UK', 4, 2],
  Sikkim: ['SK', 7, 2],
  'Arunachal Pradesh': ['AR', 9, 2],
  Rajasthan: ['RJ', 2, 3],
  Delhi: ['DL', 3, 3],
  'Uttar Pradesh': ['UP', 4, 3],
  Bihar: ['BR', 5, 3],
  Assam: ['AS', 8, 3],
  Nagaland: ['NL', 9, 3],
  Gujarat: ['GJ', 1, 4],
  'Madhya Pradesh': ['MP', 3, 4],
  Jharkhand: ['JH', 5, 4],
  'West Bengal': ['WB', 6, 4],
  Meghalaya: ['ML', 7, 4],
  Tripura: ['TR', 8, 4],
  Manipur: ['MN', 9, 4],
  'Dadra and Nagar Haveli and Daman and Diu': ['DD', 1, 5],
  Maharashtra: ['MH', 2, 5],
  Chhattisgarh: ['CG', 4, 5],
  Odisha: ['OD', 5, 5],
  Mizoram: ['MZ', 8, 5],
  Goa: ['GA', 1, 6],
  Karnataka: ['KA', 2, 6],
  Telangana: ['TS', 3, 6],
  'Andhra Pradesh': ['AP', 4, 6],
  Lakshadweep: ['LD', 0, 7],
  Kerala: ['KL', 2, 7],
  'Tamil Nadu': ['TN', 3, 7],
  Puducherry: ['PY', 4, 7],
  'Andaman and Nicobar Islands': ['AN', 8, 7],
}
const SIZE = 52

/** India by state: where nine of ten were late, and where people still wait. The table has every figure. */
export function StateMap({ groups, measure }: { groups: readonly Group[]; measure: Measure }) {
  const known = new Map(groups.map((group) => [group.name, group[measure]]))
  const target = LIMITS.response_targets[measure]
  const late = groups.filter(({ [measure]: { p90, overdue } }) => overdue > 0 || (p90 ?? 0) > target)
  return (
    <figure>
      <figcaption className="strong below">{MEASURE_NAMES[measure]}: 9 of 10, by state</figcaption>
      <svg
        viewBox={`0 0 ${10 * SIZE} ${8 * SIZE}`}
        className={styles.states}
        role="img"
        aria-label={`Map of states. Late: ${late.map(({ name }) => name).join(', ') || 'none'}.`}
      >
        {Object.entries(SQUARES).map(([name, [code, column, row]]) => {
          const spread = known.get(name)
          const waits = spread?.waiting ? `${spread.waiting} wait` : ''
          const is_late = spread && (spread.overdue > 0 || (spread.p90 ?? 0) > target)
          const tone = is_late ? styles.lateState : spread?.count ? styles.onTime : styles.nothing
          return (
            <g key={name} className={tone} transform={`translate(${column * SIZE} ${row * SIZE})`}>
              <title>
                {[name, spread && (spreadText(spread) ?? 'nothing measured'), spread && waitingText(measure, spread)]
                  .filter(Boolean)
                  .join(', ')}
              </title>
              <rect x="1.5" y="1.5" width={SIZE - 3} height={SIZE - 3} rx="6" />
              <text x={SIZE / 2} y="17">
                {code}
              </text>
              <text x={SIZE / 2} y="32" className={styles.small}>
                {spread?.p90 == null ? '' : spread.p90 < 60 ? secondsText(spread.p90) : formatAge(spread.p90)}
              </text>
              <text x={SIZE / 2} y="45" className={styles.small}>
                {waits}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
