import { sql } from 'kysely'
import type { z } from 'zod'
import type { SlowestInput, slowestAlerts } from '../../../contracts/reports.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { clockInIndia, startOfDayInIndia } from '../../../platform/database/india-sql.ts'
import { ofState, shiftOf } from './read-response-times.ts'

/** When a measure ends; `sent` is the first dispatch of the alert. */
const ENDS = {
  claim: sql`a.first_claimed_at`,
  dispatch: sql`sent.assigned_at`,
  scene: sql`sent.at_scene_at`,
}

/** The alerts behind a figure, the one that waited longest first. Drills and alerts it never happened to are left out. */
export async function readSlowestAlerts({
  ctx,
  input: { from, to, state, measure, shift },
}: VerbArgs<SlowestInput>): Promise<z.output<typeof slowestAlerts>> {
  const { rows } = await sql<{ id: number; timestamp: Date; state: string | null; seconds: number }>`
    select a.id, a.timestamp, p.state, greatest(0, extract(epoch from ${ENDS[measure]} - a.timestamp)::float8) as seconds
    from alerts a left join subscriber_profiles p on p.user_id = a.user_id
    left join lateral (
      select min(assigned_at) as assigned_at, min(at_scene_at) as at_scene_at from dispatches where alert_id = a.id
    ) sent on ${measure !== 'claim'}::boolean
    where not a.drill
      and a.timestamp >= ${startOfDayInIndia(sql`${from}::date`)}
      and a.timestamp < ${startOfDayInIndia(sql`(${to}::date + 1)`)}
      and ${ofState(state)}
      and ${shift ? sql`${shiftOf(clockInIndia(sql`a.timestamp`))} = ${shift}` : sql`true`}
      and ${ENDS[measure]} is not null
    order by seconds desc, a.id desc limit ${LIMITS.slowest_alerts}`.execute(ctx.db)
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }))
}
