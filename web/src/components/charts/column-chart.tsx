import { centre, NameAxis, type Plot, ValueAxis } from './axis.tsx'
import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { countTicks } from './scale.ts'

interface ColumnChartProps {
  title: string
  summary: string
  columns: readonly { name: string; value: number }[]
}

const HEIGHT = 200

/** How many there were of something, one column after the other. */
export function ColumnChart({ title, summary, columns }: ColumnChartProps) {
  const ticks = countTicks(Math.max(1, ...columns.map(({ value }) => value)))
  const top = ticks.at(-1)!
  return (
    <ChartFrame title={title} summary={summary} height={HEIGHT}>
      {(width) => {
        const plot: Plot = { left: 44, top: 10, width: width - 56, height: HEIGHT - 40 }
        const thick = Math.max(1, Math.min(36, (plot.width / columns.length) * 0.7))
        return (
          <>
            <ValueAxis plot={plot} ticks={ticks} format={(value) => value.toLocaleString('en-IN')} />
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
