import { sql } from 'kysely'
import { attempt } from '../../../platform/attempt.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { appendingEvent, wakeListeners } from '../events/append-event.ts'
import { waiting } from '../alerts/waiting.ts'
import { escalationSeconds } from '../on-call/escalation-times.ts'
import { peopleOnCall } from '../on-call/people-on-call.ts'
import { olderThan, seconds } from '../../../platform/moments-sql.ts'

/** Alerts of one run of the watchdog, which runs again at once. */
const BATCH = 100

/** Condition: the time for the alert's next level has come. */
const due = sql<boolean>`(${waiting} and escalation_level < 3
  and ${olderThan('waiting_since', seconds(sql`(${escalationSeconds})[escalation_level + 1]`))})`

/** What the timeline says of a level besides its number. */
type Details = Record<1 | 2 | 3, object>

/**
 * Raises one batch of overdue unclaimed alerts to the level they have waited for, each level in a statement of its own
 * with its entry on the timeline. With any number of workers each level happens once, and an alert that fails, or that
 * another transaction holds, delays no other. Returns the new levels.
 */
export async function escalateAlerts({ ctx }: { ctx: Ctx }): Promise<number[]> {
  const { db } = ctx
  const found = await db
    .selectFrom('alerts')
    .select(['id', 'escalation_level'])
    .where(due)
    .orderBy('waiting_since')
    .limit(BATCH)
    .execute()
  if (found.length === 0) return []
  const details: Details = {
    1: {},
    2: { admins: await adminNames(db) },
    3: { on_call_numbers: (await peopleOnCall(ctx)).now.length },
  }
  const levels: number[] = []
  for (const { id, escalation_level } of found) {
    await attempt(ctx, 'an alert could not be escalated', { alert_id: id }, async () => {
      for (let level = escalation_level; await escalate(db, id, level, details);) levels.push(++level)
    })
  }
  return levels
}

/** Checked again under the row's lock: a claim or another worker may have been quicker. */
async function escalate(db: Db, id: number, from: number, details: Details): Promise<boolean> {
  const { rows } = await sql`
    with lifted as (
      update alerts set escalation_level = escalation_level + 1, version = version + 1
      where id = (select id from alerts where id = ${id} and escalation_level = ${from} and ${due}
        for no key update skip locked)
      returning id, escalation_level as level, floor(extract(epoch from now() - waiting_since))::int as seconds
    ), event as (
      select id as alert_id, 'escalated' as kind, null::bigint as actor_id,
        jsonb_build_object('level', level, 'seconds', seconds) || (${JSON.stringify(details)}::jsonb -> level::text) as detail
      from lifted
    ), ${appendingEvent}
    select ${wakeListeners} from appended`.execute(db)
  return rows.length > 0
}

async function adminNames(db: Db): Promise<string[]> {
  const admins = await db
    .selectFrom('users')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return admins.map(({ name }) => name)
}
