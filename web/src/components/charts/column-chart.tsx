import { centre, NameAxis, type Plot, ValueAxis } from './axis.tsx'
import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { countTicks, secondsText, timeTicks } from './scale.ts'

interface ColumnChartProps {
  title: string
  summary: string
  columns: readonly { name: string; value: number }[]
  /** Seconds instead of things. */
  seconds?: boolean
}

const HEIGHT = 200

/** How many there were of something, one column after the other. */
export function ColumnChart({ title, summary, columns, seconds = false }: ColumnChartProps) {
  const ticks = (seconds ? timeTicks : countTicks)(Math.max(1, ...columns.map(({ value }) => value)))
  const top = ticks.at(-1)!
  return (
    <ChartFrame title={title} summary={summary} height={HEIGHT}>
      {(width) => {
        const plot: Plot = { left: seconds ? 64 : 44, top: 10, width: width - (seconds ? 76 : 56), height: HEIGHT - 40 }
        const thick = Math.max(1, Math.min(36, (plot.width / columns.length) * 0.7))
        return (
          <>
            <ValueAxis
              plot={plot}
              ticks={ticks}
              format={seconds ? secondsText : (value) => value.toLocaleString('en-IN')}
            />
            {columns.map(({ name, value }, index) => {
              const height = (plot.height * value) / top
              return (
                <rect
                  key={name}
                  x={centre(plot, columns.length, index) - thick / 2}
                  y={plot.top + plot.height - height}
                  width={thick}
                  height={height}
                  className={styles.block}
                />
              )
            })}
            <NameAxis plot={plot} names={columns.map(({ name }) => name)} />
          </>
        )
      }}
    </ChartFrame>
  )
}
