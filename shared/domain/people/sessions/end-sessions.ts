import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

export type EndReason = 'logout' | 'theft' | 'removed' | 'password' | 'second_factor' | 'admin'

/**
 * Ends one session, or all of a user (but `except`). Returns the ids that ended now. At commit every server process is
 * notified (channel `sessions`, the id) and closes the live connections that belong to it.
 */
export async function endSessions(
  db: Db,
  which: { session_id: string } | { user_id: number; except?: string },
  reason: EndReason,
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('ended_at', 'is', null)
    .where('session_id' in which ? sql<SqlBool>`id = ${which.session_id}` : ofPerson(which))
    .returning('id')
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return ids
  await sql`select pg_notify('sessions', id) from unnest(${ids}::text[]) as id`.execute(db)
  // A console of an ended session is not armed any more, whatever the browser still reports.
  await sql`
    delete from consoles c using sessions s where s.id = any(${ids}::uuid[]) and c.user_id = s.user_id
      and not exists (select from sessions l where l.user_id = s.user_id and l.ended_at is null
        and l.expires_at > now())`.execute(db)
  return ids
}

const ofPerson = ({ user_id, except }: { user_id: number; except?: string }) =>
  sql<SqlBool>`user_id = ${user_id} and id is distinct from ${except ?? null}`
