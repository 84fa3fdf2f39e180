import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { axisEnd, secondsText } from './scale.ts'
import { type Spread, SPREAD_NAMES } from './spread-line-chart.tsx'

const ROW = 46
/** Room for the longest time behind a bar. */
const FIGURE_WIDTH = 170

interface SpreadBarsProps {
  title: string
  summary: string
  rows: readonly Spread[]
  /** Seconds within which nine of ten should be. */
  target: number
}

/** Median and 90th percentile of a few groups, one below the other. */
export function SpreadBars({ title, summary, rows, target }: SpreadBarsProps) {
  const most = axisEnd(
    rows.flatMap(({ p90 }) => p90 ?? []),
    target,
  )
  return (
    <ChartFrame
      title={title}
      summary={summary}
      height={rows.length * ROW}
      legend={[
        { name: SPREAD_NAMES.median, mark: 'block' },
        { name: SPREAD_NAMES.p90, mark: 'outline' },
        { name: `Target for 9 of 10: ${secondsText(target)}`, mark: 'target' },
      ]}
    >
      {(width) => {
        const scale = Math.max(40, width - FIGURE_WIDTH) / most
        return (
          <>
            {rows.map((row, index) => (
              <Row key={row.name} row={row} y={index * ROW} scale={scale} most={most} />
            ))}
            <path d={`M${target * scale} 0v${rows.length * ROW}`} className={styles.target} />
          </>
        )
      }}
    </ChartFrame>
  )
}

interface RowProps {
  row: Spread
  y: number
  scale: number
  most: number
}

function Row({ row: { name, median, p90 }, y, scale, most }: RowProps) {
  const measured = median !== null && p90 !== null
  return (
    <>
      <text x="0" y={y + 13} className={styles.name}>
        {name}
      </text>
      {measured ? (
        <>
          <rect
            x="1"
            y={y + 20}
            width={Math.max(2, Math.min(p90, most) * scale)}
            height="16"
            className={styles.outline}
          />
          <rect
            x="1"
            y={y + 20}
            width={Math.max(2, Math.min(median, most) * scale)}
            height="16"
            className={styles.block}
          />
          <text x={Math.min(p90, most) * scale + 10} y={y + 29} dominantBaseline="middle" className={styles.tick}>
            {p90 > most ? '▸ ' : ''}
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
