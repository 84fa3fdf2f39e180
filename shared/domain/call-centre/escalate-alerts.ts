import { sql } from 'kysely'
import { attempt } from '../../platform/process/attempt.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { waiting } from '../alerts/waiting.ts'
import { escalationSeconds } from '../alerts/escalation-times.ts'
import { peopleOnCall } from '../on-call/rota/people-on-call.ts'
import { olderThan, seconds } from '../../platform/database/moments-sql.ts'

/** Alerts of one run of the watchdog, which runs again at once. */
const BATCH = 100

/** Condition: the time for the alert's next level has come. */
const due = sql<boolean>`(${waiting} and escalation_level < 3
  and ${olderThan('waiting_since', seconds(sql`(${escalationSeconds})[escalation_level + 1]`))})`

/** What the timeline says of a level besides its number. */
type Details = Record<1 | 2 | 3, object>

/**
 * Raises one batch of overdue unclaimed alerts to the level they have waited for, with entries on their timelines. With any
 * number of workers each level happens once, and an alert that fails, or that another transaction holds, delays no other.
 * Returns the new levels.
 */
export async function escalateAlerts({ ctx }: { ctx: Ctx }): Promise<number[]> {
  const { db } = ctx
  const found = await db.selectFrom('alerts').select('id').where(due).orderBy('waiting_since').limit(BATCH).execute()
  if (found.length === 0) return []
  const details: Details = {
    1: {},
    2: { admins: await adminNames(db) },
    3: { on_call_numbers: (await peopleOnCall(ctx)).now.length },
  }
  const levels: number[] = []
  const climb = async (ids: number[]) => {
    for (let raised; (raised = await escalate(db, ids, details)).length > 0;) levels.push(...raised)
  }
  const ids = found.map(({ id }) => id)
  try {
    await climb(ids)
  } catch {
    for (const id of ids) await attempt(ctx, 'an alert could not be escalated', { alert_id: id }, () => climb([id]))
  }
  return levels
}

/** One level for each that is still due: a claim or another worker may have been quicker. Returns the new levels. */
async function escalate(db: Db, ids: number[], details: Details): Promise<number[]> {
  const { rows } = await sql<{ level: number }>`
    with raised as (
      update alerts set escalation_level = escalation_level + 1, version = version + 1
      where id in (select id from alerts where id = any(${ids}) and ${due} for no key update skip locked)
      returning id, escalation_level as level, floor(extract(epoch from now() - waiting_since))::int as seconds
    ), events as (
      insert into alert_events (alert_id, kind, detail)
      select id, 'escalated',
        jsonb_build_object('level', level, 'seconds', seconds) || (${JSON.stringify(details)}::jsonb -> level::text)
      from raised
    )
    select level from raised`.execute(db)
  return rows.map(({ level }) => level)
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
