import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { appendEvent } from '../events/append-event.ts'
import { waiting } from '../alerts/waiting.ts'

/** Alerts looked at in one go; a second look follows as long as there are more. */
const BATCH = 100

/** `escalation_level` has room above it and the time for the next level has come. */
const due = sql<boolean>`(${waiting} and escalation_level < ${LIMITS.escalation_seconds.length}
  and waiting_since <= now() - make_interval(
    secs => (array[${sql.join(LIMITS.escalation_seconds.map((seconds) => sql.lit(seconds)))}])[escalation_level + 1]))`

/**
 * Lifts every alert nobody has taken in time by one level at a time, each in a transaction of its own with its entry on
 * the timeline. However many workers do it, and wherever one dies: each level happens once. Returns the levels
 * alerts were lifted to.
 */
export async function escalateAlerts({ ctx }: { ctx: Ctx }): Promise<number[]> {
  const levels: number[] = []
  for (;;) {
    const found = await ctx.db
      .selectFrom('alerts')
      .select(['id', 'escalation_level'])
      .where(due)
      .orderBy('waiting_since')
      .limit(BATCH)
      .execute()
    for (const alert of found) if (await escalate(ctx, alert)) levels.push(alert.escalation_level + 1)
    if (found.length === 0) return levels
  }
}

/** The condition is looked at again under the row's lock: a claim or another worker may have been quicker. */
function escalate(ctx: Ctx, alert: { id: number; escalation_level: number }): Promise<boolean> {
  return inTransaction(ctx, async ({ db, config }) => {
    const lifted = await db
      .updateTable('alerts')
      .set({ escalation_level: sql`escalation_level + 1`, version: sql`version + 1` })
      .where('id', '=', alert.id)
      .where('escalation_level', '=', alert.escalation_level)
      .where(due)
      .returning('escalation_level as level')
      .executeTakeFirst()
    if (!lifted) return false
    const { level } = lifted
    const admins = level === 2 ? await adminNames(db) : []
    await appendEvent(db, {
      alert_id: alert.id,
      kind: 'escalated',
      detail: {
        level,
        seconds: LIMITS.escalation_seconds[level - 1],
        ...(level === 2 ? { admins } : {}),
        ...(level === 3 ? { on_call_numbers: config.ON_CALL_NUMBERS.length } : {}),
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
