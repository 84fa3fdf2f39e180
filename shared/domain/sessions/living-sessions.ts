import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

/** Which of these sessions still belong to somebody who may use them. */
export async function livingSessions({
  ctx,
  input,
}: {
  ctx: Pick<Ctx, 'db'>
  input: { sessions: string[] }
}): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.id', 'in', input.sessions)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}
