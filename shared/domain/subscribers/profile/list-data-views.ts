import { sql } from 'kysely'
import type { DataViews } from '../../../contracts/data-views.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { dayInIndia } from '../../../platform/database/india-sql.ts'

const NEWEST = 50

/**
 * Who looked at the caller's health data: staff on a page, hospitals through a link; the last fifty. A page that is
 * kept open notes it again and again, so views of one day at one page are one row.
 */
export async function listDataViews({ ctx }: { ctx: SignedInCtx }): Promise<DataViews> {
  const { rows } = await sql<Omit<DataViews[number], 'first_at' | 'last_at'> & { first_at: Date; last_at: Date }>`
    select coalesce(l.detail->>'hospital', trim(u.first_name || ' ' || u.last_name), 'A person') as who, u.role,
      (l.detail->>'alert_id')::bigint as alert_id, min(l.at) as first_at, max(l.at) as last_at, count(*)::int as times
    from audit_log l left join users u on u.id = l.actor_id
    where l.subject = 'user' and l.subject_id = ${ctx.actor.id} and l.action = 'health.viewed'
    group by l.actor_id, 1, 2, 3, ${dayInIndia(sql`l.at`)}
    order by last_at desc limit ${NEWEST}`.execute(ctx.db)
  return rows.map((row) => ({ ...row, first_at: row.first_at.toISOString(), last_at: row.last_at.toISOString() }))
}
