import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { axisEnd, secondsText } from './scale.ts'
import { type Spread, SPREAD_NAMES } from './spread-line-chart.tsx'

const ROW = 28
const BAR = 16
/** Room for the longest time behind a bar, and for what still waits, which narrow charts leave to the table. */
const TIME_WIDTH = 170
const WAITS_WIDTH = 110
const NARROW = 480
/** Room for the names before the bars, and about how wide a letter of them is. */
const NAME_SHARE = 0.28
const LETTER = 7

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
        const longest = Math.max(...rows.map(({ name }) => name.length)) * LETTER
        const x = Math.min(longest, width * NAME_SHARE) + 8
        const wide = width >= NARROW && rows.some(({ waits }) => waits)
        const scale = Math.max(40, width - x - TIME_WIDTH - (wide ? WAITS_WIDTH : 0)) / most
        return (
          <>
            <path d={`M${x + target * scale} 0v${rows.length * ROW}`} className={styles.target} />
            {rows.map((row, index) => (
              <Row
                key={row.name}
                row={wide ? row : { ...row, waits: null }}
                x={x}
                y={index * ROW}
                scale={scale}
                most={most}
              />
            ))}
          </>
        )
      }}
    </ChartFrame>
  )
}

interface RowProps {
  row: Spread
  /** Where the bars begin. */
  x: number
  y: number
  scale: number
  most: number
}

function Row({ row: { name, median, p90, waits }, x, y, scale, most }: RowProps) {
  const middle = y + ROW / 2
  const letters = Math.floor((x - 8) / LETTER)
  const top = (ROW - BAR) / 2
  const end = p90 === null ? 0 : Math.min(p90, most) * scale
  const times = median === null || p90 === null ? null : `${secondsText(median)} / ${secondsText(p90)}`
  return (
    <>
      <text x="0" y={middle} dominantBaseline="middle" className={styles.name}>
        <title>{name}</title>
        {name.length > letters ? `${name.slice(0, letters - 1)}…` : name}
      </text>
      {median === null || p90 === null ? null : (
        <>
          <rect x={x} y={y + top} width={Math.max(2, end)} height={BAR} className={styles.outline} />
          <rect
            x={x}
            y={y + top}
            width={Math.max(2, Math.min(median, most) * scale)}
            height={BAR}
            className={styles.block}
          />
        </>
      )}
      <text x={x + end + 8} y={middle} dominantBaseline="middle" className={styles.tick}>
        {p90 !== null && p90 > most ? '▸ ' : ''}
        {[times, waits].filter(Boolean).join(', ') || 'Nothing measured'}
      </text>
    </>
  )
}
