import { centre, NameAxis, type Plot, ValueAxis } from './axis.tsx'
import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { axisEnd, secondsText, timeTicks } from './scale.ts'

/** Seconds; null where nothing was measured. */
export interface Spread {
  name: string
  median: number | null
  p90: number | null
  /** What still waits, in words. */
  waits?: string | null
}

export const SPREAD_NAMES = { median: 'Half within', p90: '9 of 10 within' } as const

/** Median and 90th percentile over time. A day without a value leaves a gap; one alone is a dot. */
export function SpreadLineChart({
  title,
  summary,
  points,
  target,
  height = 220,
}: {
  title: string
  summary: string
  points: readonly Spread[]
  /** Seconds within which nine of ten should be. */
  target: number
  height?: number
}) {
  const ticks = timeTicks(
    axisEnd(
      points.flatMap(({ p90 }) => p90 ?? []),
      target,
    ),
  )
  const top = ticks.at(-1)!
  return (
    <ChartFrame
      title={title}
      summary={summary}
      height={height}
      legend={[
        { name: SPREAD_NAMES.median, mark: 'solid' },
        { name: SPREAD_NAMES.p90, mark: 'dashed' },
        { name: `Target for 9 of 10: ${secondsText(target)}`, mark: 'target' },
      ]}
    >
      {(width) => {
        const plot: Plot = { left: 64, top: 10, width: width - 76, height: height - 40 }
        const at = (index: number, value: number) =>
          [centre(plot, points.length, index), plot.top + plot.height * (1 - Math.min(1, value / top))] as const
        return (
          <>
            <ValueAxis plot={plot} ticks={ticks} format={secondsText} />
            <path d={`M${plot.left} ${at(0, target)[1]}h${plot.width}`} className={styles.target} />
            <path
              d={pathOf(
                points.map(({ p90 }) => p90),
                at,
              )}
              className={styles.dashed}
            />
            <path
              d={pathOf(
                points.map(({ median }) => median),
                at,
              )}
              className={styles.line}
            />
            {points.map(({ name, median, p90 }, index) => (
              <g key={name}>
                {p90 === null ? null : <Square at={at(index, p90)} />}
                {median === null ? null : <Dot at={at(index, median)} />}
                {p90 !== null && p90 > top ? <Beyond at={at(index, p90)} value={p90} /> : null}
              </g>
            ))}
            <NameAxis plot={plot} names={points.map(({ name }) => name)} />
          </>
        )
      }}
    </ChartFrame>
  )
}

type At = readonly [x: number, y: number]

const Dot = ({ at: [x, y] }: { at: At }) => <circle cx={x} cy={y} r="3" className={styles.block} />
const Square = ({ at: [x, y] }: { at: At }) => (
  <rect x={x - 2.5} y={y - 2.5} width="5" height="5" className={styles.second} />
)

/** A value above the axis, which would flatten all others. */
const Beyond = ({ at: [x, y], value }: { at: At; value: number }) => (
  <text x={x} y={y + 16} textAnchor="middle" className={styles.tick}>
    ▲ {secondsText(value)}
  </text>
)

/** Lines between neighbours that both have a value. */
function pathOf(values: readonly (number | null)[], at: (index: number, value: number) => At): string {
  return values
    .flatMap((value, index) => {
      if (value === null) return []
      const joined = index > 0 && values[index - 1] !== null
      return [
        `${joined ? 'L' : 'M'}${at(index, value)
          .map((number) => number.toFixed(1))
          .join(' ')}`,
      ]
    })
    .join('')
}
