import { centre, NameAxis, type Plot, ValueAxis } from './axis.tsx'
import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { countTicks } from './scale.ts'

const USUAL_LEGEND = [
  { name: 'Today', mark: 'block' },
  { name: 'Usual day', mark: 'dashed' },
] as const

interface ColumnChartProps {
  title: string
  summary: string
  columns: readonly { name: string; value: number }[]
  /** How many there usually are, by column: a dashed line beside today's columns. */
  usual?: readonly number[]
  height?: number
}

/** How many there were of something, one column after the other. */
export function ColumnChart({ title, summary, columns, usual, height = 200 }: ColumnChartProps) {
  const ticks = countTicks(Math.max(1, ...columns.map(({ value }) => value), ...(usual ?? [])))
  const top = ticks.at(-1)!
  return (
    <ChartFrame title={title} summary={summary} height={height} legend={usual ? USUAL_LEGEND : []}>
      {(width) => {
        const plot: Plot = { left: 44, top: 10, width: width - 56, height: height - 40 }
        const thick = Math.max(1, Math.min(36, (plot.width / columns.length) * 0.7))
        return (
          <>
            <ValueAxis plot={plot} ticks={ticks} format={(value) => value.toLocaleString('en-IN')} />
            {columns.map(({ name, value }, index) => {
              const tall = (plot.height * value) / top
              return (
                <rect
                  key={name}
                  x={centre(plot, columns.length, index) - thick / 2}
                  y={plot.top + plot.height - tall}
                  width={thick}
                  height={tall}
                  className={styles.block}
                />
              )
            })}
            {usual ? (
              <path
                className={styles.dashed}
                d={usual
                  .map((value, index) => {
                    const at = [centre(plot, usual.length, index), plot.top + plot.height * (1 - value / top)]
                    return `${index ? 'L' : 'M'}${at.map((number) => number.toFixed(1)).join(' ')}`
                  })
                  .join('')}
              />
            ) : null}
            <NameAxis plot={plot} names={columns.map(({ name }) => name)} />
          </>
        )
      }}
    </ChartFrame>
  )
}
