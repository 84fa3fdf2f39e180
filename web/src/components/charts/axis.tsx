import styles from './charts.module.css'

export interface Plot {
  left: number
  top: number
  width: number
  height: number
}

interface ValueAxisProps {
  plot: Plot
  ticks: readonly number[]
  format: (value: number) => string
}

/** Horizontal grid lines with their values at the left. */
export function ValueAxis({ plot, ticks, format }: ValueAxisProps) {
  const top = ticks.at(-1) ?? 1
  return ticks.map((tick) => {
    const y = plot.top + plot.height * (1 - tick / top)
    return (
      <g key={tick}>
        <line x1={plot.left} x2={plot.left + plot.width} y1={y} y2={y} className={styles.grid} />
        <text x={plot.left - 8} y={y} textAnchor="end" dominantBaseline="middle" className={styles.tick}>
          {format(tick)}
        </text>
      </g>
    )
  })
}

/** Pixels the name of a day, or of an hour in it, needs. */
const NAME_WIDTH = 80

/** Names below the drawing, as many as there is room for. */
export function NameAxis({ plot, names }: { plot: Plot; names: readonly string[] }) {
  const every = Math.max(1, Math.ceil((names.length * NAME_WIDTH) / plot.width))
  return names.map((name, index) =>
    index % every === 0 ? (
      <text
        key={name}
        x={centre(plot, names.length, index)}
        y={plot.top + plot.height + 18}
        textAnchor="middle"
        className={styles.tick}
      >
        {name}
      </text>
    ) : null,
  )
}

/** Where the middle of one of `count` equal slots is. */
export const centre = (plot: Plot, count: number, index: number): number =>
  plot.left + (plot.width * (index + 0.5)) / count
