import type { ResponseFigures } from '@tvarit/shared/contracts/figures'
import { secondsText } from '../../components/charts/scale.ts'
import { FigureCard, FigureCards } from '../../components/figure-card.tsx'
import { MEASURES } from './use-figure-filters.ts'
import { MEASURE_NAMES } from './wording.ts'

/** The whole range in six figures. */
export function KeyFigures({ total }: { total: ResponseFigures | undefined }) {
  return (
    <FigureCards label="Figures of the range" busy={!total}>
      <FigureCard title="Real alerts" value={total?.count.toLocaleString('en-IN')} note="without drills" />
      <Share title="Taken within 15 s" part={total?.claimed_in_15} whole={total?.count} />
      <Share title="Taken within 30 s" part={total?.claimed_in_30} whole={total?.count} />
      {MEASURES.map((measure) => {
        const spread = total?.[measure]
        return (
          <FigureCard
            key={measure}
            title={MEASURE_NAMES[measure]}
            value={spread && (spread.median === null ? '-' : secondsText(spread.median))}
            note={spread?.p90 == null ? 'not measured' : `median; 9 of 10 within ${secondsText(spread.p90)}`}
          />
        )
      })}
    </FigureCards>
  )
}

function Share({ title, part = 0, whole }: { title: string; part?: number | undefined; whole: number | undefined }) {
  const share = whole === undefined ? undefined : whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`
  return (
    <FigureCard
      title={title}
      value={share}
      note={`${part.toLocaleString('en-IN')} of ${(whole ?? 0).toLocaleString('en-IN')} alerts`}
    />
  )
}
