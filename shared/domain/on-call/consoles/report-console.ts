import { sql } from 'kysely'
import type { VerbArgs } from '../../../platform/context.ts'

/**
 * Notes that a browser shows live alerts and whether its sound is armed, at every change and every 20 s. The
 * bystander's page and the dead-man switch trust only armed consoles heard of within 45 s. The session notes the time
 * as well: so long its user counts as present, also while a page is loaded again.
 */
export async function reportConsole({
  ctx,
  input,
}: VerbArgs<{ console_id: string; armed: boolean; open: boolean }>): Promise<{ detail: string }> {
  if (!input.open) {
    await ctx.db.deleteFrom('consoles').where('id', '=', input.console_id).where('user_id', '=', ctx.actor.id).execute()
    return { detail: 'Console closed.' }
  }
  await ctx.db
    .insertInto('consoles')
    .values({ id: input.console_id, user_id: ctx.actor.id, armed: input.armed })
    // Of the person before, where the person changed on a page without loading it again.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ user_id: ctx.actor.id, armed: input.armed, last_seen_at: sql`now()` }),
    )
    .execute()
  if (input.armed) {
    await ctx.db
      .updateTable('sessions')
      .set({ console_armed_at: sql`now()` })
      .where('id', '=', ctx.actor.session_id)
      .execute()
  }
  return { detail: 'Console noted.' }
}
