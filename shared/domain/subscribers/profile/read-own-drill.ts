import { sql } from 'kysely'
import type { OwnDrill } from '../../../contracts/drills.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { SignedInCtx } from '../../../platform/context.ts'

/** How the last test of the caller's own sticker went, and when the next one may follow. */
export async function readOwnDrill({ ctx }: { ctx: SignedInCtx }): Promise<OwnDrill> {
  const row = await ctx.db
    .selectFrom('alerts as a')
    .leftJoin('users as u', 'u.id', 'a.claimed_by')
    .select(['a.id', 'a.status', 'a.timestamp', 'a.first_claimed_at', 'a.closed_at', 'a.description', 'u.first_name'])
    .select(sql<Date>`a.timestamp + make_interval(hours => ${LIMITS.drill_own_hours})`.as('again_at'))
    .where('a.user_id', '=', ctx.actor.id)
    .where('a.drill', '=', true)
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { drill: null, again_at: null }
  const seen_after = row.first_claimed_at && (row.first_claimed_at.getTime() - row.timestamp.getTime()) / 1000
  return {
    drill: {
      id: row.id,
      status: row.status,
      received_at: row.timestamp.toISOString(),
      seen_by: row.first_name,
      seen_after_seconds: seen_after === null ? null : Math.max(0, Math.round(seen_after)),
      closed_at: row.closed_at?.toISOString() ?? null,
      description: row.description,
    },
    again_at: row.again_at > new Date() ? row.again_at.toISOString() : null,
  }
}
