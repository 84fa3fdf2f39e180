import type { OfficeStatistics } from '@tvarit/shared/contracts/dashboard'
import { dayText, indianDay } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { ColumnChart } from '../../components/charts/column-chart.tsx'
import { secondsText } from '../../components/charts/scale.ts'
import { SpreadLineChart } from '../../components/charts/spread-line-chart.tsx'
import { Ghost } from '../../components/ghost.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { addDays } from '../../lib/dates.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useNow } from '../../lib/use-now.ts'
import styles from './dashboard.module.css'

const DAYS = 14
const HEIGHT = 150

/** Alerts by hour today, beside those of a usual day. */
export function AlertsByHour({ office }: { office: OfficeStatistics | undefined }) {
  const sumOf = (field: 'today' | 'usual') => office?.hours.reduce((sum, hour) => sum + hour[field], 0) ?? 0
  return (
    <div className={`panel ${styles.chart}`}>
      {office ? (
        <ColumnChart
          title="Alerts by hour"
          summary={`${sumOf('today')} alerts today, ${sumOf('usual').toFixed(1)} on a usual day`}
          height={HEIGHT}
          columns={office.hours.map(({ hour, today }) => ({ name: `${hour}:00`, value: today }))}
          usual={office.hours.map(({ usual }) => usual)}
        />
      ) : (
        <Ghost characters={20} />
      )}
    </div>
  )
}

/** How long alerts waited for their claim, by day. */
export function TimeToClaim() {
  const today = indianDay(useNow())
  const query = useQuery(
    trpc.figures.response.queryOptions({ from: addDays(today, 1 - DAYS), to: today }, { meta: { silent: true } }),
  )
  const { data } = query
  return (
    <div className={`panel ${styles.chart}`}>
      {query.isError && !data ? <LoadFailed text={TEXTS.figures_failed} query={query} /> : null}
      {data ? (
        <SpreadLineChart
          title="Time to claim"
          summary={`Half of the alerts of ${DAYS} days were claimed within ${secondsText(data.total.claim.median ?? 0)}, nine of ten within ${secondsText(data.total.claim.p90 ?? 0)}`}
          height={HEIGHT}
          points={data.by_day.map(({ day, claim }) => ({ name: dayText(day).slice(0, 6), ...claim }))}
          target={LIMITS.response_targets.claim}
        />
      ) : null}
    </div>
  )
}
