import { sql } from 'kysely'
import type { OfficeStatistics } from '../../../contracts/dashboard.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { dayInIndia, hourInIndia, startOfDayInIndia, todayInIndia } from '../../../platform/database/india-sql.ts'
import { days, within } from '../../../platform/database/moments-sql.ts'

/** Days before today whose average is a usual day; fewer where the first alert is younger. */
const USUAL_DAYS = 28

/** What an admin's home shows beside the counts: alerts by hour, renewals that come, messages and jobs that failed. */
export async function readOfficeStatistics({ ctx: { db } }: { ctx: SignedInCtx }): Promise<OfficeStatistics> {
  const [hours, rest] = await Promise.all([
    sql<OfficeStatistics['hours'][number]>`
      with recent as materialized (
        select ${dayInIndia(sql`timestamp`)} as day, ${hourInIndia(sql`timestamp`)} as hour from alerts
        where not drill and timestamp >= ${startOfDayInIndia(sql`(${todayInIndia} - ${USUAL_DAYS}::int)`)}
      ), known as (
        select greatest(1, ${todayInIndia} - min(day)) as days from recent
      )
      select hours.hour, count(*) filter (where day = ${todayInIndia})::int as today,
        count(*) filter (where day < ${todayInIndia})::float8 / (select days from known) as usual
      from generate_series(0, 23) hours(hour) left join recent using (hour)
      group by hours.hour order by hours.hour`.execute(db),
    sql<Omit<OfficeStatistics, 'hours'>>`
      select (select count(*) from subscriber_profiles
          where ending_date between ${todayInIndia} and ${todayInIndia} + ${LIMITS.expiring_days}::int)::int as renewals_due,
        (select count(*) from messages
          where state = 'failed' and ${within('failed_at', days(1))})::int as failed_messages,
        (select count(*) from failed_jobs where retried_at is null)::int as failed_jobs`.execute(db),
  ])
  return { hours: hours.rows, ...rest.rows[0]! }
}
