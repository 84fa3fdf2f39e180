import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../platform/database.ts'

export type EndReason = 'logout' | 'theft' | 'removed' | 'password'

/**
 * Ends one session, or all of a person. At commit every server process is told (channel `sessions`, the id) and closes
 * the live connections that belong to it. Returns the ids that ended now.
 */
export async function endSessions(
  db: Db,
  which: { session_id: string } | { user_id: number },
  reason: EndReason,
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('ended_at', 'is', null)
    .where('session_id' in which ? sql<SqlBool>`id = ${which.session_id}` : sql<SqlBool>`user_id = ${which.user_id}`)
    .returning('id')
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await sql`select pg_notify('sessions', id) from unnest(${ids}::text[]) as id`.execute(db)
  return ids
}
