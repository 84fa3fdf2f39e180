import { type RawBuilder, sql } from 'kysely'
import {
  type ResponseStatistics,
  type ResponseInput,
  type ResponseMeasure as Measure,
  type ResponseTimes,
  type Shift,
  SHIFTS,
  UNREGISTERED,
} from '../../../contracts/reports.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { clockInIndia, startOfDayInIndia } from '../../../platform/database/india-sql.ts'

/** One group of the grouping sets: all alerts, those of a shift, of a day or of a state. */
interface Row {
  grouped_by: 'all' | 'shift' | 'day' | 'state'
  shift: (typeof SHIFTS)[number]
  day: string
  state: string | null
  figures: Omit<ResponseStatistics, Measure> &
    Record<Measure, Omit<ResponseStatistics[Measure], 'median' | 'p90'> & { percentiles: [number, number] | null }>
}

const EMPTY: ResponseStatistics = {
  count: 0,
  claimed_in_15: 0,
  claimed_in_30: 0,
  claim: { count: 0, median: null, p90: null, waiting: 0, overdue: 0 },
  dispatch: { count: 0, median: null, p90: null, waiting: 0, overdue: 0 },
  scene: { count: 0, median: null, p90: null, waiting: 0, overdue: 0 },
}

/**
 * How long alerts waited in a range of days, in seconds from the server's receipt of the press: until the first claim,
 * until the first ambulance was sent, and until the first one arrived.
 *
 * Drills are left out. Alerts without a step count among all alerts, but have no time for it: the open ones wait. Median and 90th
 * percentile are PostgreSQL's `percentile_cont` (0.5 and 0.9): interpolated between the two nearest values.
 */
export async function readResponseTimes({ ctx, input }: VerbArgs<ResponseInput>): Promise<ResponseTimes> {
  const { from, to } = input
  const found = await sql<Row>`
    with range as materialized (
      select a.id, p.state, a.timestamp, ${clockInIndia(sql`a.timestamp`)} as local, a.first_claimed_at, a.status
      from alerts a left join subscriber_profiles p on p.user_id = a.user_id
      where not a.drill
        and a.timestamp >= ${startOfDayInIndia(sql`${from}::date`)}
        and a.timestamp < ${startOfDayInIndia(sql`(${to}::date + 1)`)}
        and ${ofState(input.state)}
    ), first_sent as (
      select alert_id, min(assigned_at) as sent_at, min(at_scene_at) as at_scene_at from dispatches
      -- Between the ends of the range an index has them; ids need not be in the order of time.
      where alert_id between (select min(id) from range) and (select max(id) from range)
      group by alert_id
    ), answered as (
      select state, local::date as day,
        case when status = 'PENDING' then extract(epoch from now() - timestamp) end as open_for,
        ${shiftOf(sql`local`)} as shift,
        extract(epoch from first_claimed_at - timestamp)::float8 as claim,
        ${waited('sent_at')} as dispatch, ${waited('at_scene_at')} as scene
      from range left join first_sent on alert_id = id
    )
    select
      case grouping(shift, day, state) when 7 then 'all' when 3 then 'shift' when 5 then 'day' else 'state' end
        as grouped_by,
      shift, day, state,
      json_build_object('count', count(*),
        'claimed_in_15', count(*) filter (where claim <= 15),
        'claimed_in_30', count(*) filter (where claim <= 30),
        'claim', ${spread('claim')}, 'dispatch', ${spread('dispatch')}, 'scene', ${spread('scene')}) as figures
    from answered
    group by grouping sets ((), (shift), (day), (state))`.execute(ctx.db)
  return arrange(found.rows, from, to)
}

/** The shift of a time in India. */
export const shiftOf = (local: RawBuilder<unknown>) => sql<Shift>`case
  when ${local}::time < '06:00' or ${local}::time >= '22:00' then 'night'
  when ${local}::time < '14:00' then 'morning' else 'evening' end`

/** Not below zero: a shared ambulance may have been sent, and there, before this alert of the accident. */
const waited = (until: string) =>
  sql`case when ${sql.ref(until)} < timestamp then 0 else extract(epoch from ${sql.ref(until)} - timestamp)::float8 end`

/** Both percentiles from one sorting. */
const spread = (column: Measure) => {
  const value = sql.ref(column)
  const waits = sql`open_for is not null and ${value} is null`
  return sql`json_build_object('count', count(${value}),
    'waiting', count(*) filter (where ${waits}),
    'overdue', count(*) filter (where ${waits} and open_for > ${sql.lit(LIMITS.response_targets[column])}),
    'percentiles', percentile_cont(array[0.5, 0.9]) within group (order by ${value}))`
}

export function ofState(state: string | undefined) {
  if (state === undefined) return sql`true`
  return state === UNREGISTERED ? sql`p.state is null` : sql`p.state = ${state}`
}

function arrange(rows: Row[], from: string, to: string): ResponseTimes {
  const of = (kind: Row['grouped_by']) => rows.filter(({ grouped_by }) => grouped_by === kind)
  const shifts = new Map(of('shift').map((row) => [row.shift, toStatistics(row)]))
  const days = new Map(of('day').map((row) => [row.day, toStatistics(row)]))
  const [all] = of('all')
  return {
    from,
    to,
    total: all ? toStatistics(all) : EMPTY,
    by_shift: SHIFTS.map((shift) => ({ shift, ...(shifts.get(shift) ?? EMPTY) })),
    by_day: daysFrom(from, to).map((day) => ({ day, ...(days.get(day) ?? EMPTY) })),
    by_state: of('state')
      .map((row) => ({ state: row.state, ...toStatistics(row) }))
      .toSorted((a, b) => b.count - a.count || (a.state ?? '').localeCompare(b.state ?? '')),
  }
}

function toStatistics({ figures }: Row): ResponseStatistics {
  const { claim, dispatch, scene, ...counts } = figures
  const spreadOf = ({ percentiles, ...counts }: typeof claim) => ({
    ...counts,
    median: percentiles?.[0] ?? null,
    p90: percentiles?.[1] ?? null,
  })
  return { ...counts, claim: spreadOf(claim), dispatch: spreadOf(dispatch), scene: spreadOf(scene) }
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (const day = new Date(from); day <= new Date(to); day.setUTCDate(day.getUTCDate() + 1)) {
    days.push(day.toISOString().slice(0, 10))
  }
  return days
}
