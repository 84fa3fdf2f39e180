import { sql } from 'kysely'
import {
  type ResponseFigures,
  type ResponseInput,
  type ResponseTimes,
  SHIFTS,
  UNREGISTERED,
} from '../../contracts/figures.ts'
import type { SignedInCtx } from '../../platform/context.ts'

/** One group of the grouping sets: all alerts, those of a shift, of a day or of a state. */
interface Row {
  grouped_by: 'all' | 'shift' | 'day' | 'state'
  shift: (typeof SHIFTS)[number]
  day: string
  state: string | null
  figures: ResponseFigures
}

const EMPTY: ResponseFigures = {
  count: 0,
  claimed_in_15: 0,
  claimed_in_30: 0,
  claim: { count: 0, median: null, p90: null },
  dispatch: { count: 0, median: null, p90: null },
  scene: { count: 0, median: null, p90: null },
}

/**
 * How long people waited in a range of days, from the server's receipt of the press until an operator took the alert for
 * the first time, until the first ambulance was sent and until the first one arrived. Drills are left out; alerts to which
 * something never happened count among all alerts, but have no time for it. Median and 90th percentile are PostgreSQL's
 * `percentile_cont` (0.5 and 0.9): sorted, interpolated between the two nearest values, in seconds.
 */
export async function readResponseTimes({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: ResponseInput
}): Promise<ResponseTimes> {
  const { from, to } = input
  const found = await sql<Row>`
    with range as materialized (
      select a.id, a.user_id, p.state, a.timestamp at time zone 'Asia/Kolkata' as local,
        extract(epoch from a.first_claimed_at - a.timestamp)::float8 as claim,
        extract(epoch from d.sent_at - a.timestamp)::float8 as dispatch,
        extract(epoch from d.at_scene_at - a.timestamp)::float8 as scene
      from alerts a
      left join subscriber_profiles p on p.user_id = a.user_id
      left join (
        select d.alert_id, min(d.assigned_at) as sent_at, min(d.at_scene_at) as at_scene_at
        from dispatches d where d.assigned_at >= ${from}::date::timestamp at time zone 'Asia/Kolkata'
        group by d.alert_id
      ) d on d.alert_id = a.id
      where not a.drill
        and a.timestamp >= ${from}::date::timestamp at time zone 'Asia/Kolkata'
        and a.timestamp < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'
        and ${ofState(input.state)}
    ), told as (
      select state, claim, dispatch, scene, local::date as day,
        case when extract(hour from local) >= 22 or extract(hour from local) < 6 then 'night'
          when extract(hour from local) < 14 then 'morning' else 'evening' end as shift
      from range
    )
    select
      case grouping(shift, day, state) when 7 then 'all' when 3 then 'shift' when 5 then 'day' else 'state' end
        as grouped_by,
      shift, day, state,
      json_build_object('count', count(*),
        'claimed_in_15', count(*) filter (where claim <= 15),
        'claimed_in_30', count(*) filter (where claim <= 30),
        'claim', ${spread('claim')}, 'dispatch', ${spread('dispatch')}, 'scene', ${spread('scene')}) as figures
    from told
    group by grouping sets ((), (shift), (day), (state))`.execute(ctx.db)
  return arrange(found.rows, from, to)
}

const spread = (column: 'claim' | 'dispatch' | 'scene') => {
  const value = sql.ref(column)
  return sql`json_build_object('count', count(${value}),
    'median', percentile_cont(0.5) within group (order by ${value}),
    'p90', percentile_cont(0.9) within group (order by ${value}))`
}

function ofState(state: string | undefined) {
  if (state === undefined) return sql`true`
  return state === UNREGISTERED ? sql`a.user_id is null` : sql`p.state = ${state}`
}

function arrange(rows: Row[], from: string, to: string): ResponseTimes {
  const of = (kind: Row['grouped_by']) => rows.filter(({ grouped_by }) => grouped_by === kind)
  const shifts = new Map(of('shift').map((row) => [row.shift, row.figures]))
  const days = new Map(of('day').map((row) => [row.day, row.figures]))
  return {
    from,
    to,
    total: of('all')[0]?.figures ?? EMPTY,
    by_shift: SHIFTS.map((shift) => ({ shift, ...(shifts.get(shift) ?? EMPTY) })),
    by_day: daysFrom(from, to).map((day) => ({ day, ...(days.get(day) ?? EMPTY) })),
    by_state: of('state')
      .map(({ state, figures }) => ({ state, ...figures }))
      .toSorted((a, b) => b.count - a.count || (a.state ?? '').localeCompare(b.state ?? '')),
  }
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (const day = new Date(from); day <= new Date(to); day.setUTCDate(day.getUTCDate() + 1)) {
    days.push(day.toISOString().slice(0, 10))
  }
  return days
}
