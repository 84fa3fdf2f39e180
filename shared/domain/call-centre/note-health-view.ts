import { sql } from 'kysely'
import type { SignedInCtx } from '../../platform/context.ts'
import { insertAudit } from '../audit/write-audit.ts'
import { minutes, within } from '../../platform/database/moments-sql.ts'

/**
 * Notes that a user sees a subscriber's health data on the page of an alert. An open page reads itself again with every
 * event, so views of one user from one address are one entry in five minutes.
 */
export async function noteHealthView(ctx: SignedInCtx, view: { user_id: number; alert_id: number }): Promise<void> {
  const detail = { alert_id: view.alert_id }
  const unless_noted = sql`
    where not exists (
      select from (
        select * from audit_log where subject = 'user' and subject_id = ${view.user_id} order by id desc limit 100
      ) newest
      where action = 'health.viewed' and actor_id = ${ctx.actor.id} and detail = ${JSON.stringify(detail)}::jsonb
        and ip is not distinct from ${ctx.ip} and ${within('at', minutes(5))}
    )`
  const entry = { action: 'health.viewed', subject: 'user', subject_id: view.user_id, detail } as const
  await insertAudit(ctx, entry, unless_noted).execute(ctx.db)
}
