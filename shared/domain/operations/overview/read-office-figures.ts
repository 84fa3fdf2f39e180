import { sql } from 'kysely'
import type { OfficeFigures } from '../../../contracts/dashboard.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { todayInIndia } from '../../../platform/india-sql.ts'
import { days, within } from '../../../platform/moments-sql.ts'

const WEEKS = 12

/** What an admin's home shows beside the counts: growth, renewals that come, messages that failed in the last day. */
export async function readOfficeFigures({ ctx: { db } }: { ctx: SignedInCtx }): Promise<OfficeFigures> {
  const [weeks, rest] = await Promise.all([
    sql<OfficeFigures['weeks'][number]>`
      with weeks as (select date_trunc('week', ${todayInIndia})::date - 7 * ago as week
        from generate_series(0, ${WEEKS - 1}::int) ago)
      select w.week, (select count(*) from subscriber_profiles
        where start_date >= w.week and start_date < w.week + 7)::int as count
      from weeks w order by w.week`.execute(db),
    sql<Omit<OfficeFigures, 'weeks'>>`
      select (select count(*) from subscriber_profiles
          where ending_date between ${todayInIndia} and ${todayInIndia} + ${LIMITS.expiring_days}::int)::int as renewals_due,
        (select count(*) from messages
          where state = 'failed' and ${within('failed_at', days(1))})::int as failed_messages,
        (select count(*) from failed_jobs where retried_at is null)::int as failed_jobs`.execute(db),
  ])
  return { weeks: weeks.rows, ...rest.rows[0]! }
}
