import { sql, type SqlBool } from 'kysely'
import { LADDERS } from '../../contracts/ladder.ts'
import type { Config } from '../../platform/settings/config.ts'
import { hourInIndia } from '../../platform/database/india-sql.ts'
import { adminsAfter } from './escalation-times.ts'
import { waitedFor } from './waiting.ts'
import { hours, notAhead, olderThan, seconds, within } from '../../platform/database/moments-sql.ts'

// Conditions on a message `m` that begins a ladder, see `LADDER_OF`. A message and its calls belong to one person.

type Settings = Pick<Config, 'NIGHT_HOURS'>

/** A relative has one ladder for an alert, so what came before it counts; of others a later round begins again. */
const counts = (at: string) => sql`(m.template = 'relative_alert' or ${sql.ref(at)} >= m.created_at)`
const notifiedBy = sql`t.alert_id = m.alert_id and t.to_phone = m.to_phone and ${counts('t.created_at')}`

/** Condition: the person has confirmed by key or link, or an operator noted a call that reached them. */
export const wasReached = sql<SqlBool>`(
  exists (select from messages t where ${notifiedBy} and t.state = 'confirmed')
  or exists (select from alert_events e where e.alert_id = m.alert_id and e.kind = 'called' and ${counts('e.at')}
    and e.detail->>'outcome' = 'REACHED' and split_part(e.detail->>'person', ':', 2) = m.to_phone))`

/** By night a phone on a table has the text and its owner sleeps: delivered is not enough then. */
const byDay = ({ NIGHT_HOURS: { from, hours } }: Settings) =>
  sql`mod(${hourInIndia(sql`t.created_at`)} + 24 - ${sql.lit(from)}, 24) >= ${sql.lit(hours)}`

/**
 * Condition: the person has been notified. Only a relative is also notified by a message that was read, or delivered by day,
 * whichever message about the alert that was.
 */
export const wasNotified = (
  settings: Settings,
) => sql<SqlBool>`(${wasReached} or m.template = 'relative_alert' and exists (
  select from messages t where ${notifiedBy} and (t.state = 'read' or t.state = 'delivered' and ${byDay(settings)})))`

/**
 * Condition: the person may be called now. Not once notified, nor once the reason is over: for relatives a closed alert, a
 * driver who answered, no alert that waits, a later round for the same number. Drills call no number.
 */
export const mayBeCalled = (settings: Settings) => sql<SqlBool>`(case m.template
  when 'relative_alert' then exists (
    select from alerts a where a.id = m.alert_id and a.status = 'PENDING' and not a.drill)
  when 'driver_dispatch' then exists (
    select from dispatches d where d.id = m.dispatch_id and d.state = 'ASSIGNED')
  else exists (select from alerts where ${waitedFor(adminsAfter)})
    and not exists (select from staff_calls c where c.phone = m.to_phone and ${notAhead('c.called_at')} > m.created_at) end
  and not ${wasNotified(settings)})`

/** Condition: `m` was the first for its person and reason, not what was sent in its place. */
export const begins = sql<SqlBool>`(m.dedupe_key !~ ':(sms|whatsapp|email)$')`

/** Condition: `m` is for an admin or a person on call. */
export const toStaff = sql<SqlBool>`(m.recipient_relation in ('Admin', 'On call'))`

/** Messages to staff that failed for good in the last hour, until a later one tells the person or SMS go out again. */
export const staffNotReached = sql<{ id: number; name: string | null; failed_at: Date }>`
  select m.id, m.recipient_name as name, m.failed_at from messages m
  where ${toStaff} and ${begins} and m.state = 'failed' and ${within('m.created_at', hours(2))}
    and ${within('m.failed_at', hours(1))} and not exists (
      select from messages t where t.to_phone = m.to_phone and t.id > m.id and ${within('t.created_at', hours(2))}
        and (t.state in ('delivered', 'read', 'confirmed') or t.state = 'sent' and t.channel = 'sms'))
  order by m.failed_at desc limit 5`

/** Of open alerts: how many relatives were not reached in time, and whether the driver knows but has not answered. */
export const peopleOfAlerts = (settings: Settings) => sql<{
  alert_id: number
  unreached: number
  driver_heard: boolean
}>`
  select * from (
    select a.id as alert_id,
      (count(*) filter (where m.template = 'relative_alert'
        and ${olderThan('m.created_at', seconds(LADDERS.relative.not_reached_seconds))}
        and not ${wasNotified(settings)}))::integer as unreached,
      coalesce(bool_or(m.template = 'driver_dispatch' and d.state = 'ASSIGNED' and ${wasReached}), false) as driver_heard
    from alerts a join messages m on m.alert_id = a.id and m.template in ('relative_alert', 'driver_dispatch')
      left join dispatches d on d.id = m.dispatch_id
    where a.status = 'PENDING' and not a.drill and ${begins}
    group by a.id) people
  where unreached > 0 or driver_heard`
