import type { ResponseStatistics } from '@tvarit/shared/contracts/reports'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { secondsText } from '../../components/charts/scale.ts'
import { StatisticCard, StatisticCards } from '../../components/statistic-card.tsx'
import { type Measure, MEASURES } from './use-report-filters.ts'
import { MEASURE_NAMES, spreadText, waitingText } from './wording.ts'

type Spread = ResponseStatistics[Measure]

interface KeyStatisticsProps {
  total: ResponseStatistics | undefined
  /** The same number of days before. */
  before: ResponseStatistics | undefined
}

/** The whole range in six figures, each beside what it was before. */
export function KeyStatistics({ total, before }: KeyStatisticsProps) {
  return (
    <StatisticCards label="Statistics of the range" busy={!total}>
      <StatisticCard
        title="Real alerts"
        value={total?.count.toLocaleString('en-IN')}
        note={`without drills${earlier(before?.count.toLocaleString('en-IN'))}`}
      />
      <StatisticCard
        title="Not claimed yet"
        value={total?.claim.waiting.toLocaleString('en-IN')}
        note={`${(total?.claim.overdue ?? 0).toLocaleString('en-IN')} of them past the target`}
        bad={Boolean(total?.claim.overdue)}
        next="Claim them under QR Alerts."
        to="/qr-alerts?part=unclaimed"
      />
      <Claimed of={total} before={before} />
      {MEASURES.map((measure) => {
        const spread = total?.[measure]
        return (
          <StatisticCard
            key={measure}
            title={MEASURE_NAMES[measure]}
            value={spread && (spread.median === null ? '-' : secondsText(spread.median))}
            note={spread && noteOf(measure, spread, before?.[measure])}
            bad={Boolean(spread && (spread.overdue > 0 || (spread.p90 ?? 0) > LIMITS.response_targets[measure]))}
            next={`Nine of ten should be within ${secondsText(LIMITS.response_targets[measure])}. ${spread?.p90 == null ? 'See the open alerts under QR Alerts.' : 'Press a figure in the table for its slowest alerts.'}`}
          />
        )
      })}
    </StatisticCards>
  )
}

/** What still waits comes first: no time counts it yet. */
function noteOf(measure: Measure, spread: Spread, before: Spread | undefined): string {
  const times = spread.p90 === null ? 'nothing measured' : `median; 9 of 10 within ${secondsText(spread.p90)}`
  const all = [waitingText(measure, spread), `${times}${earlier(spreadText(before))}`]
  return all.filter(Boolean).join('; ')
}

/** What it was before, behind the rest of a note. */
const earlier = (text: string | null | undefined): string => (text ? `; before: ${text}` : '')

function Claimed({ of, before }: { of: ResponseStatistics | undefined; before: ResponseStatistics | undefined }) {
  const percent = (figures: ResponseStatistics | undefined) =>
    figures && figures.count > 0 ? `${Math.round((100 * figures.claimed_in_15) / figures.count)} %` : null
  return (
    <StatisticCard
      title="Claimed within 15 s"
      value={of && (percent(of) ?? '-')}
      note={`${(of?.claimed_in_15 ?? 0).toLocaleString('en-IN')} of ${(of?.count ?? 0).toLocaleString('en-IN')} alerts${earlier(percent(before))}`}
    />
  )
}
