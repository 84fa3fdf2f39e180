import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { hours, isDue } from '../../../platform/database/moments-sql.ts'

const AT_ONCE = 20

/**
 * Removes the files of erased people and those that no row has claimed. A failed one is tried again after two minutes, four, eight, at most every hour,
 * until it has gone. Returns how many are gone.
 */
export function removeListedFiles({ ctx }: { ctx: Ctx }): Promise<number> {
  return inTransaction(ctx, async ({ db, storage, log }) => {
    const due = await sql<{ key: string }>`
      select key from file_removals where ${isDue('next_at', hours(2))} order by next_at limit ${AT_ONCE}
      for update skip locked`.execute(db)
    let gone = 0
    for (const { key } of due.rows) {
      try {
        await storage.remove(key)
        await db.deleteFrom('file_removals').where('key', '=', key).execute()
        gone += 1
      } catch (error) {
        log.warn({ error }, 'a listed file could not be removed')
        await sql`update file_removals set tries = tries + 1,
          next_at = now() + make_interval(mins => least(60, power(2, least(tries, 9) + 1)::integer))
          where key = ${key}`.execute(db)
      }
    }
    return gone
  })
}
