import type { Place } from './place.ts'
import styles from './map.module.css'

export type PointTone = 'green' | 'amber' | 'red' | 'grey' | 'brand'
/** The form says the same as the colour, for people who do not see colours. */
export type PointShape = 'circle' | 'diamond' | 'square' | 'cross' | 'triangle'

export interface PointLook {
  tone: PointTone
  shape: PointShape
  /** Drawn as an outline: not quite sure. */
  hollow?: boolean
}

export interface MapPoint extends Place, PointLook {
  id: string
  /** A few letters beside the point. */
  label: string
  /** The rest in words, for the list and for screen readers: 'Available, position 3 min old'. */
  detail: string
  /** The page about it. */
  to?: string
}

const SHAPES: Record<PointShape, string> = {
  circle: 'M-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z',
  diamond: 'M0 -10L10 0L0 10L-10 0z',
  square: 'M-7 -7H7V7H-7z',
  triangle: 'M0 -11L11 9H-11z',
  cross: 'M-3 -9H3V-3H9V3H3V9H-3V3H-9V-3H-3z',
}

/** One point, around the origin. */
export function PointMark({ tone, shape, hollow = false }: PointLook) {
  return <path d={SHAPES[shape]} className={`${styles.mark} ${styles[tone]} ${hollow ? styles.hollow : ''}`} />
}

/** What a form and colour mean. */
export function Legend({ entries }: { entries: readonly (PointLook & { text: string })[] }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {entries.map(({ text, ...look }) => (
        <li key={text}>
          <svg viewBox="-12 -12 24 24" width="18" height="18" aria-hidden="true">
            <PointMark {...look} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  )
}
