import { sql } from 'kysely'
import { attempt } from '../../../platform/attempt.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { appendEvent } from '../events/append-event.ts'
import { waiting } from '../alerts/waiting.ts'
import { escalationSeconds } from '../on-call/escalation-times.ts'
import { peopleOnCall } from '../on-call/people-on-call.ts'
import { olderThan, seconds } from '../../../platform/moments-sql.ts'

/** Alerts of one run of the watchdog, which runs again at once. */
const BATCH = 100

/** Condition: the time for the alert's next level has come. */
const due = sql<boolean>`(${waiting} and escalation_level < 3
  and ${olderThan('waiting_since', seconds(sql`(${escalationSeconds})[escalation_level + 1]`))})`

/**
 * Raises one batch of overdue unclaimed alerts to the level they have waited for, each level in a transaction of its own
 * with its entry on the timeline. With any number of workers each level happens once, and an alert that fails, or that
 * another transaction holds, delays no other. Returns the new levels.
 */
export async function escalateAlerts({ ctx }: { ctx: Ctx }): Promise<number[]> {
  const found = await ctx.db
    .selectFrom('alerts')
    .select(['id', 'escalation_level'])
    .where(due)
    .orderBy('waiting_since')
    .limit(BATCH)
    .execute()
  const levels: number[] = []
  for (const { id, escalation_level } of found) {
    await attempt(ctx, 'an alert could not be escalated', { alert_id: id }, async () => {
      for (let level = escalation_level; await escalate(ctx, { id, escalation_level: level });) levels.push(++level)
    })
  }
  return levels
}

/** Checked again under the row's lock: a claim or another worker may have been quicker. */
function escalate(ctx: Ctx, alert: { id: number; escalation_level: number }): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx
    const lifted = await db
      .updateTable('alerts')
      .set({ escalation_level: sql`escalation_level + 1`, version: sql`version + 1` })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('alerts')
          .select('id')
          .where('id', '=', alert.id)
          .where('escalation_level', '=', alert.escalation_level)
          .where(due)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      .returning([
        'escalation_level as level',
        sql<number>`floor(extract(epoch from now() - waiting_since))::int`.as('seconds'),
      ])
      .executeTakeFirst()
    if (!lifted) return false
    const { level, seconds } = lifted
    const admins = level === 2 ? await adminNames(db) : []
    await appendEvent(db, {
      alert_id: alert.id,
      kind: 'escalated',
      detail: {
        level,
        seconds,
        ...(level === 2 ? { admins } : {}),
        ...(level === 3 ? { on_call_numbers: (await peopleOnCall(ctx)).now.length } : {}),
      },
    })
    return true
  })
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
