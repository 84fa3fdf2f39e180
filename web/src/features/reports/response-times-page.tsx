import type { ResponseTimes } from '@tvarit/shared/contracts/reports'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Collapse } from 'antd'
import { useState } from 'react'
import { ColumnChart } from '../../components/charts/column-chart.tsx'
import { SpreadBars } from '../../components/charts/spread-bars.tsx'
import { type Spread, SpreadLineChart } from '../../components/charts/spread-line-chart.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyList } from '../../components/list/empty-list.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { MenuButton } from '../../components/menu-button.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { addDays } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportTable, type Group } from './report-table.tsx'
import { KeyStatistics } from './key-statistics.tsx'
import { saveReport } from './save-report.ts'
import { type AskedAlerts, SlowestDialog } from './slowest-dialog.tsx'
import { StateMap } from './state-map.tsx'
import { type Measure, MEASURES, useReportFilters } from './use-report-filters.ts'
import { MEASURE_NAMES, SHIFT_NAMES, spreadText, stateName, UNREGISTERED_STATE, waitingText } from './wording.ts'

const REFRESH_EVERY_MS = 60_000

/** How fast help was, and when and where it was slow. */
export default function ResponseTimesPage() {
  const filters = useReportFilters()
  const { from, to, state } = filters
  const query = useQuery(
    trpc.figures.response.queryOptions(
      { from, to, state },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_EVERY_MS, meta: { silent: true } },
    ),
  )
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  const before = useQuery(
    trpc.figures.response.queryOptions(
      { from: addDays(from, -length), to: addDays(from, -1), state },
      { placeholderData: keepPreviousData, meta: { silent: true } },
    ),
  )
  return (
    <>
      <PageHead title="Response times" note="From the press on the button; every real alert, no drill">
        <MenuButton
          disabled={!query.data}
          items={[{ label: 'This report as CSV', onClick: () => query.data && saveReport(query.data) }]}
        >
          Export
        </MenuButton>
      </PageHead>
      <ReportFilters filters={filters} />
      {query.isError ? (
        <LoadFailed text={errorText(query.error, TEXTS.figures_failed)} query={query} />
      ) : (
        <div className="stack gap-l" aria-busy={query.isFetching}>
          <KeyStatistics total={query.data?.total} before={before.data?.total} />
          {query.data?.total.count === 0 ? (
            <EmptyList text={TEXTS.figures_empty} hint="Choose other days or another state." />
          ) : null}
          {query.data && query.data.total.count > 0 ? (
            <Charts times={query.data} measure={filters.measure} state={state} />
          ) : null}
        </div>
      )}
    </>
  )
}

/** Something was measured or still waits. */
const hasNews = ({ count, waiting }: Group[Measure]): boolean => count > 0 || waiting > 0

/** Those past the target and still waiting first, then the slowest. */
const byWorst =
  (measure: Measure) =>
  ({ [measure]: a }: Group, { [measure]: b }: Group): number =>
    b.overdue - a.overdue || (b.p90 ?? -1) - (a.p90 ?? -1)

const stateCount = (count: number): string => (count === 1 ? '1 state' : `${count} states`)

function Charts({ times, measure, state }: { times: ResponseTimes; measure: Measure; state: string }) {
  const [asked, setAsked] = useState<AskedAlerts | null>(null)
  const range = { from: times.from, to: times.to, state }
  const days = times.by_day.map((row): Group => ({
    ...row,
    name: indianDate(row.day),
    asks: { from: row.day, to: row.day, state },
  }))
  const shifts = times.by_shift.map((row): Group => ({
    ...row,
    name: SHIFT_NAMES[row.shift],
    asks: { ...range, shift: row.shift },
  }))
  const states = times.by_state.map((row): Group => ({
    ...row,
    name: stateName(row.state),
    asks: { ...range, state: row.state ?? UNREGISTERED_STATE },
  }))
  states.sort(byWorst(measure))
  // States without data fold.
  const measured = states.filter((group) => hasNews(group[measure]))
  const timed = states.filter((group) => MEASURES.some((each) => hasNews(group[each])))
  const target = LIMITS.response_targets[measure]
  const what = MEASURE_NAMES[measure]
  const spreads = (groups: readonly Group[]) =>
    groups.map(({ name, [measure]: spread }): Spread => {
      return { name, median: spread.median, p90: spread.p90, waits: waitingText(measure, spread) }
    })
  const inWords = (groups: readonly Group[]) =>
    groups.map((group) => `${group.name}: ${spreadText(group[measure]) ?? 'nothing measured'}`).join('; ')
  // The year is the same everywhere or plain from the range; without it the names fit.
  const short = <T extends { name: string }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, name: row.name.replace(/ \d{4}$/, '') }))
  return (
    <>
      <p className="soft">Times stand as “half within / 9 of 10 within”: median and 90th percentile.</p>
      <Card title="By day">
        <div className="cards gap-l">
          <ColumnChart
            title="Alerts"
            summary={`Alerts by day: ${times.total.count} in all, at most ${Math.max(...days.map(({ count }) => count))} in a day. All figures stand in the table below.`}
            columns={short(days.map(({ name, count }) => ({ name, value: count })))}
          />
          <SpreadLineChart
            title={what}
            summary={`${what}, median and 90th percentile by day; over all days ${spreadText(times.total[measure]) ?? 'nothing measured'}. All figures stand in the table below.`}
            points={short(spreads(days))}
            target={target}
          />
        </div>
        <Collapse
          ghost
          items={[
            {
              label: 'Table of all days',
              children: (
                <ReportTable label="Response times by day" title="Day" groups={days.toReversed()} onAsk={setAsked} />
              ),
            },
          ]}
        />
      </Card>
      <Card title="By shift">
        <SpreadBars
          title={what}
          summary={`${what} by shift: ${inWords(shifts)}.`}
          rows={spreads(shifts)}
          target={target}
        />
        <div className="above">
          <ReportTable label="Response times by shift" title="Shift" groups={shifts} onAsk={setAsked} />
        </div>
      </Card>
      <Card title="By state of the subscriber">
        {measured.length > 0 ? (
          <div className="cards gap-l">
            <StateMap groups={states} measure={measure} />
            <SpreadBars
              title={what}
              summary={`${what} by state: ${inWords(measured)}.`}
              rows={spreads(measured)}
              target={target}
            />
          </div>
        ) : null}
        {measured.length < states.length ? (
          <Collapse
            ghost
            items={[
              {
                label: `${what}: nothing measured in ${stateCount(states.length - measured.length)}`,
                children: states
                  .filter((group) => !measured.includes(group))
                  .map(({ name }) => name)
                  .join(', '),
              },
            ]}
          />
        ) : null}
        <div className="above">
          <ReportTable label="Response times by state" title="State" groups={timed} onAsk={setAsked} />
          {timed.length < states.length ? (
            <Collapse
              ghost
              items={[
                {
                  label: `Alerts of ${stateCount(states.length - timed.length)} without any time`,
                  children: (
                    <ReportTable
                      label="States without any time"
                      title="State"
                      groups={states.filter((group) => !timed.includes(group))}
                      onAsk={setAsked}
                    />
                  ),
                },
              ]}
            />
          ) : null}
        </div>
      </Card>
      {asked ? <SlowestDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
