import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { secondsText } from './scale.ts'
import { type Spread, SPREAD_NAMES } from './spread-line-chart.tsx'

const ROW = 46
/** Room for the longest time behind a bar. */
const FIGURE_WIDTH = 170

/** Median and 90th percentile of a few groups, one below the other. */
export function SpreadBars({ title, summary, rows }: { title: string; summary: string; rows: readonly Spread[] }) {
  const most = Math.max(1, ...rows.map(({ p90 }) => p90 ?? 0))
  return (
    <ChartFrame
      title={title}
      summary={summary}
      height={rows.length * ROW}
      legend={[
        { name: SPREAD_NAMES.median, mark: 'block' },
        { name: SPREAD_NAMES.p90, mark: 'outline' },
      ]}
    >
      {(width) =>
        rows.map((row, index) => (
          <Row key={row.name} row={row} y={index * ROW} scale={Math.max(40, width - FIGURE_WIDTH) / most} />
        ))
      }
    </ChartFrame>
  )
}

function Row({ row: { name, median, p90 }, y, scale }: { row: Spread; y: number; scale: number }) {
  const measured = median !== null && p90 !== null
  return (
    <>
      <text x="0" y={y + 13} className={styles.name}>
        {name}
      </text>
      {measured ? (
        <>
          <rect x="1" y={y + 20} width={Math.max(2, p90 * scale)} height="16" className={styles.outline} />
          <rect x="1" y={y + 20} width={Math.max(2, median * scale)} height="16" className={styles.block} />
          <text x={p90 * scale + 10} y={y + 29} dominantBaseline="middle" className={styles.tick}>
            {secondsText(median)} / {secondsText(p90)}
          </text>
        </>
      ) : (
        <text x="1" y={y + 29} dominantBaseline="middle" className={styles.tick}>
          Nothing measured
        </text>
      )}
    </>
  )
}
