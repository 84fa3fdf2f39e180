import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { insertOutbox, wakeRelay } from '../../outbox/enqueue.ts'
import { waiting } from '../../alerts/waiting.ts'
import { listening } from '../consoles/listening.ts'
import { escalationSeconds } from '../../alerts/escalation-times.ts'
import { peopleOnCall } from '../rota/people-on-call.ts'
import { minutes, notAhead, olderThan, seconds, within } from '../../../platform/database/moments-sql.ts'

/**
 * Makes the pushes that are due. A device is due when an alert reached a level after the device's last push, at once when
 * no console is armed, and again every five minutes while one waits. Left out are people at an armed console who are
 * not on call. At most every ten seconds, for all alerts that wait. Returns how many.
 */
export async function pushStaff({ ctx }: { ctx: Ctx }): Promise<number> {
  const { now } = await peopleOnCall(ctx)
  const on_call = now.map(({ phone }) => phone)
  return inTransaction(ctx, async ({ db }) => {
    const rested = sql`(s.pushed_at is null or ${olderThan('s.pushed_at', seconds(LIMITS.push_every_seconds))})`
    const made = await sql`
      with due as (
        select s.id, w.alert_id
        from push_subscriptions s join users u on u.id = s.user_id and u.role in ('admin', 'staff') and u.deleted_at is null
        cross join lateral (
          select (array_agg(id order by waiting_since, id))[1] as alert_id
          from alerts cross join unnest(0 || ${escalationSeconds}) as after
          where ${waiting} and ${olderThan('waiting_since', sql`make_interval(secs => after)`)}
            and (after > 0 or ${listening} = 0)
            and (s.pushed_at is null or ${notAhead('s.pushed_at')} < waiting_since + make_interval(secs => after)
              or ${olderThan('s.pushed_at', minutes(LIMITS.alarm_repeat_minutes))})
        ) w
        where w.alert_id is not null and ${rested}
          and (u.phone_number = any (${on_call}) or not exists (
            select from consoles c where c.user_id = u.id and c.armed
              and ${within('c.last_seen_at', seconds(LIMITS.console_online_seconds))}))
      ), marked as (
        update push_subscriptions s set pushed_at = now() from due where s.id = due.id and ${rested}
        returning s.id, due.alert_id
      )
      ${insertOutbox(
        'send-push',
        sql`select 'push-' || id || '-' || floor(extract(epoch from now()) * 1000) as job_id,
          jsonb_build_object('subscription_id', id, 'alert_id', alert_id) as payload from marked`,
      )}`.execute(db)
    const count = Number(made.numAffectedRows ?? 0n)
    if (count > 0) await sql`select ${wakeRelay}`.execute(db)
    return count
  })
}
