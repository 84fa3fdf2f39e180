import { type ReactNode, useRef } from 'react'
import { useSize } from './use-size.ts'
import styles from './charts.module.css'

export interface Legend {
  name: string
  /** How it is drawn: colour never stands alone. */
  mark: 'solid' | 'dashed' | 'target' | 'block' | 'outline'
}

interface ChartFrameProps {
  title: string
  /** What the picture shows, in a sentence: a screen reader reads it, then the table beside it. */
  summary: string
  legend?: readonly Legend[]
  height: number
  /** Draws into the width there is. */
  children: (width: number) => ReactNode
}

/** A drawn chart: its title, its legend, and the drawing in pixels of the screen, so that letters keep their size. */
export function ChartFrame({ title, summary, legend = [], height, children }: ChartFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  return (
    <figure className={styles.chart}>
      <figcaption className={`row gap-l ${styles.caption}`}>
        <span className={styles.title}>{title}</span>
        {legend.map(({ name, mark }) => (
          <span key={name} className={styles.legend}>
            <Mark mark={mark} />
            {name}
          </span>
        ))}
      </figcaption>
      <div ref={box} style={{ minHeight: height }}>
        {size && size.width > 0 ? (
          <svg width={size.width} height={height} role="img" aria-label={summary} className={styles.drawing}>
            {children(size.width)}
          </svg>
        ) : null}
      </div>
    </figure>
  )
}

const LINES = { solid: styles.line, dashed: styles.dashed, target: styles.target }

function Mark({ mark }: Pick<Legend, 'mark'>) {
  return (
    <svg width="22" height="12" aria-hidden="true">
      {mark === 'solid' || mark === 'dashed' || mark === 'target' ? (
        <line x1="0" y1="6" x2="22" y2="6" className={LINES[mark]} />
      ) : (
        <rect x="1" y="1" width="20" height="10" className={mark === 'block' ? styles.block : styles.outline} />
      )}
    </svg>
  )
}
