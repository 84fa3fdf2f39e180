import type { ResponseFigures } from '@tvarit/shared/contracts/figures'
import { secondsText } from '../../components/charts/scale.ts'
import styles from './figures.module.css'
import { MEASURES } from './use-figure-filters.ts'
import { MEASURE_NAMES } from './wording.ts'

/** The whole range in six figures. */
export function KeyFigures({ total }: { total: ResponseFigures | undefined }) {
  return (
    <ul className={styles.cards} aria-label="Figures of the range" aria-busy={!total}>
      <Figure title="Real alerts" value={total?.count.toLocaleString('en-IN')} note="without drills" />
      <Share title="Taken within 15 s" part={total?.claimed_in_15} whole={total?.count} />
      <Share title="Taken within 30 s" part={total?.claimed_in_30} whole={total?.count} />
      {MEASURES.map((measure) => {
        const spread = total?.[measure]
        return (
          <Figure
            key={measure}
            title={MEASURE_NAMES[measure]}
            value={spread && (spread.median === null ? '-' : secondsText(spread.median))}
            note={spread?.p90 == null ? 'not measured' : `median; 9 of 10 within ${secondsText(spread.p90)}`}
          />
        )
      })}
    </ul>
  )
}

function Share({ title, part = 0, whole }: { title: string; part?: number | undefined; whole: number | undefined }) {
  const share = whole === undefined ? undefined : whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`
  return (
    <Figure
      title={title}
      value={share}
      note={`${part.toLocaleString('en-IN')} of ${(whole ?? 0).toLocaleString('en-IN')} alerts`}
    />
  )
}

function Figure({ title, value, note }: { title: string; value: string | undefined; note: string }) {
  return (
    <li className={styles.card}>
      <span className={styles.cardTitle}>{title}</span>
      <span className={styles.figure}>{value ?? '\u2007'}</span>
      <span className={styles.note}>{value === undefined ? '\u2007' : note}</span>
    </li>
  )
}
