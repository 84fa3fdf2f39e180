import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { firstPasswordOver } from './first-password-over.ts'

/** Which of these sessions still belong to a user who may use them. */
export async function activeSessions({
  ctx,
  input,
}: {
  ctx: Pick<Ctx, 'db'>
  input: { sessions: string[] }
}): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('sessions as s')
    .select('s.id')
    .where('s.id', 'in', input.sessions)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    // By key, whatever the statistics of the tables: every server runs this each half a minute.
    .where(sql<SqlBool>`(select u.deleted_at is null and not ${firstPasswordOver} from users u where u.id = s.user_id)`)
    .execute()
  return new Set(rows.map((row) => row.id))
}
