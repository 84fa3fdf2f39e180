import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { ago, days, isDue, minutes, olderThan } from '../../../platform/database/moments-sql.ts'

const KEPT_DAYS = 30
/** The longest a scan may last; the worker of an older one has died. */
const LOST_MINUTES = 3

/**
 * The id of a new scan if one is due, for one of however many workers ask, by the database's clock; else null. A scan
 * whose worker died counts as failed.
 */
export async function beginScan({ ctx }: { ctx: Ctx }): Promise<number | null> {
  const every = ctx.config.SYNTHETIC_SCAN_MINUTES
  if (every === 0) return null
  return inTransaction(ctx, async ({ db }) => {
    const due = await sql`
      update synthetic_watch set next_at = now() + make_interval(mins => ${every}) where ${isDue('next_at', minutes(65))}
      returning one`.execute(db)
    if (due.rows.length === 0) return null
    await sql`
      with lost as (
        update synthetic_scans set ok = false, ended_at = now(), failed_stage = 'worker',
          reason = 'The worker ended in the middle of it.'
        where ok is null and ${olderThan('started_at', minutes(LOST_MINUTES))} returning id
      )
      update synthetic_watch set failures = failures + (select count(*)::int from lost)`.execute(db)
    await sql`delete from synthetic_scans where started_at < ${ago(days(KEPT_DAYS))}`.execute(db)
    const scan = await db.insertInto('synthetic_scans').defaultValues().returning('id').executeTakeFirstOrThrow()
    return scan.id
  })
}
